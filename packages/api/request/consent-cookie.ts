import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nameHostCookie, readCookie, setCookie } from './cookies.ts';

/** Binds a consent to the browser that began it, against forged requests (RFC 9700 4.7). */
const COOKIE_NAME = 'countersign-consent';
const SECRET_BYTES = 32;

export function readConsentCookie(request: FastifyRequest, authUrl: string): string | null {
  return readCookie(request, nameHostCookie(COOKIE_NAME, authUrl));
}

export function ensureConsentCookie(request: FastifyRequest, reply: FastifyReply, authUrl: string): string {
  const known = readConsentCookie(request, authUrl);
  if (known !== null) return known;
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  // Lax: the browser comes from the client's site.
  setCookie(reply, nameHostCookie(COOKIE_NAME, authUrl), secret, { url: authUrl, sameSite: 'Lax' });
  return secret;
}
