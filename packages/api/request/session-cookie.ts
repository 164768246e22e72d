import type { Visitor } from '@countersign/signing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, setCookie } from './cookies.ts';

const COOKIE_NAME = 'signing_session';
/** Empty in the first request of a frame; every answer that begins a session has its id. */
const FRAME_HEADER = 'countersign-signing-session';

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

/**
 * The visitor of a signing link in a page of another site, where browsers block cookies: its script keeps the id of the
 * session. Undefined without the header, which other sites cannot send without CORS.
 */
export function readFramedVisitor(request: FastifyRequest, reply: FastifyReply): Visitor | undefined {
  const id = request.headers[FRAME_HEADER];
  if (typeof id !== 'string') return undefined;
  return {
    sessionId: id === '' ? null : id,
    onSession: (begun) => reply.header(FRAME_HEADER, begun),
  };
}
