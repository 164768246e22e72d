import type { Visitor } from '@countersign/signing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, setCookie } from './cookies.ts';

const COOKIE_NAME = 'signing_session';

/**
 * The visitor of a signing link, by a cookie (SameSite=Strict): browsers send it with the PDF and downloads too,
 * and scripts cannot read it. Its path is that of the link, so links do not share sessions, and another device
 * starts its own.
 */
export function readVisitor(
  request: FastifyRequest,
  reply: FastifyReply,
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
): Visitor {
  const path = `${new URL(baseUrl).pathname.replace(/\/+$/, '')}/sign/${encodeURIComponent(token)}`;
  return {
    sessionId: readCookie(request, COOKIE_NAME),
    onSession: (id) => setCookie(reply, COOKIE_NAME, id, { url: baseUrl, path, sameSite: 'Strict' }),
  };
}
