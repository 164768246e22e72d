import type { Visitor } from '@countersign/signing';
import type { FastifyReply, FastifyRequest } from 'fastify';

const COOKIE_NAME = 'signing_session';

/**
 * The visitor of a signing link, known by a cookie. A cookie and not a header: the browser sends it with the PDF and the
 * download too, which are plain addresses, and no script can read it. It lives below the path of its link only, so the links of
 * one browser do not disturb each other. Whoever opens the link of a mail on another device has no cookie there and begins a
 * session of their own; the mail program that the link was opened from does not matter, as the page itself makes every call
 * (SameSite=Strict).
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
