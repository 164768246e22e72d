import type { Visitor } from '@countersign/signing';
import type { FastifyReply, FastifyRequest } from 'fastify';

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
  return {
    sessionId: readCookie(request.headers.cookie ?? ''),
    onSession: (sessionId) => void reply.header('set-cookie', writeCookie(sessionId, baseUrl, token)),
  };
}

/** RFC 6265 4.2.1. The id is base64url, which is never quoted. */
function readCookie(header: string): string | null {
  const pairs = header.split(';').map((pair) => pair.trim());
  const pair = pairs.find((one) => one.startsWith(`${COOKIE_NAME}=`));
  return pair?.slice(COOKIE_NAME.length + 1) ?? null;
}

/** Without Max-Age: it ends with the browser. */
function writeCookie(sessionId: string, baseUrl: string, token: string): string {
  const { pathname, protocol } = new URL(baseUrl);
  const path = `${pathname.replace(/\/+$/, '')}/sign/${encodeURIComponent(token)}`;
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${COOKIE_NAME}=${sessionId}; Path=${path}; HttpOnly; SameSite=Strict${secure}`;
}
