import type { FastifyReply, FastifyRequest } from 'fastify';

interface CookieOptions {
  /** Over https the cookie is sent over https only. */
  readonly url: string;
  readonly path?: string;
  readonly sameSite: 'Lax' | 'Strict';
  /** Absent: the cookie ends with the browser. */
  readonly seconds?: number;
}

/** RFC 6265 4.2.1. Null unless it is base64url. */
export function readCookie({ headers }: FastifyRequest, name: string): string | null {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value !== undefined && /^[\w-]+$/.test(value) ? value : null;
}

export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  { url, path = '/', sameSite, seconds }: CookieOptions,
): void {
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  const secure = isHttps(url) ? '; Secure' : '';
  reply.header('set-cookie', `${name}=${value}; Path=${path}${age}; HttpOnly; SameSite=${sameSite}${secure}`);
}

/** `__Host-`: no other host of the domain can set it. Over https only. */
export function nameHostCookie(name: string, url: string): string {
  return isHttps(url) ? `__Host-${name}` : name;
}

function isHttps(url: string): boolean {
  return url.startsWith('https:');
}

/** Of a cookie: below the service, which may have a path itself. */
export function pathBelow(url: string, path: string): string {
  return new URL(url).pathname.replace(/\/+$/, '') + path;
}
