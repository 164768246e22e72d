import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pathBelow, readCookie, setCookie } from './cookies.ts';

/** Orders of e-ID brokers end before. */
const MAX_AGE_SECONDS = 900;

const returnPlace = z.tuple([z.string(), z.uuid()]);
interface ReturnPlace {
  readonly token: string;
  readonly proofId: string;
}

/**
 * SameSite=Lax, because the broker is another site. One for each order: a signee may have several pages open.
 */
export function setReturnCookie(
  reply: FastifyReply,
  baseUrl: string,
  state: string,
  { token, proofId }: ReturnPlace,
): void {
  const value = Buffer.from(JSON.stringify([token, proofId])).toString('base64url');
  writeCookie(reply, baseUrl, state, value, MAX_AGE_SECONDS);
}

/** Null in another browser, and the second time. */
export function takeReturnCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
  state: string,
): ReturnPlace | null {
  const value = readCookie(request, cookieName(state));
  if (value === null) return null;
  writeCookie(reply, baseUrl, state, '', 0);
  try {
    const [token, proofId] = returnPlace.parse(JSON.parse(Buffer.from(value, 'base64url').toString()));
    return { token, proofId };
  } catch {
    return null;
  }
}

function writeCookie(
  reply: FastifyReply,
  baseUrl: string,
  state: string,
  value: string,
  seconds: number,
): void {
  const path = pathBelow(baseUrl, '/e-id/callback');
  setCookie(reply, cookieName(state), value, { url: baseUrl, path, sameSite: 'Lax', seconds });
}

function cookieName(state: string): string {
  return `e-id-${createHash('sha256').update(state).digest('hex').slice(0, 32)}`;
}
