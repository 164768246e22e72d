import { createHash, randomBytes } from 'node:crypto';
import { SIGN_ON_ATTEMPT_MS } from '@countersign/identity';
import { SigningError, type Visitor } from '@countersign/signing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readClientAddress, readClientNetwork } from './client-address.ts';

interface CookieOptions {
  /** If the address is https, the cookie is sent over https only. */
  readonly url: string;
  readonly path?: string;
  readonly sameSite: 'Lax' | 'Strict';
  /** Without it, the cookie ends with the browser. */
  readonly seconds?: number;
}

/** RFC 6265 4.2.1. Returns null unless it is base64url. */
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

/** Returns the path of a cookie below the service, which may have a path itself. */
function pathBelow(url: string, path: string): string {
  return new URL(url).pathname.replace(/\/+$/, '') + path;
}

/** Binds a consent to the browser that began it, against forged requests (RFC 9700 4.7). */
const CONSENT_COOKIE = 'countersign-consent';
const SECRET_BYTES = 32;

export function readConsentCookie(request: FastifyRequest, authUrl: string): string | null {
  return readCookie(request, nameHostCookie(CONSENT_COOKIE, authUrl));
}

export function ensureConsentCookie(request: FastifyRequest, reply: FastifyReply, authUrl: string): string {
  const known = readConsentCookie(request, authUrl);
  if (known !== null) return known;
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  // Lax: the browser comes from the client's site.
  setCookie(reply, nameHostCookie(CONSENT_COOKIE, authUrl), secret, { url: authUrl, sameSite: 'Lax' });
  return secret;
}

/** Binds a sign-in at a provider to the browser that began it, against forged requests (RFC 9700 4.7). */
const SIGN_ON_COOKIE = 'countersign-sign-on';

export function readSignOnCookie(request: FastifyRequest, url: string): string | null {
  return readCookie(request, nameHostCookie(SIGN_ON_COOKIE, url));
}

/** The browser may have begun to sign in on several pages, which share the cookie. */
export function ensureSignOnCookie(request: FastifyRequest, reply: FastifyReply, url: string): string {
  const secret = readSignOnCookie(request, url) ?? randomBytes(SECRET_BYTES).toString('base64url');
  const seconds = SIGN_ON_ATTEMPT_MS / 1000;
  // Lax: the browser comes from the provider's site.
  setCookie(reply, nameHostCookie(SIGN_ON_COOKIE, url), secret, { url, sameSite: 'Lax', seconds });
  return secret;
}

const PHONE_COOKIE = 'phone_session';

/** Throws `handover_not_found`. */
export function readPhoneSecret(request: FastifyRequest): string {
  const secret = readCookie(request, PHONE_COOKIE);
  if (secret === null) throw new SigningError('handover_not_found');
  return secret;
}

export function keepPhoneSecret(reply: FastifyReply, secret: string, baseUrl: string): void {
  const path = pathBelow(baseUrl, '/phone');
  setCookie(reply, PHONE_COOKIE, secret, { url: baseUrl, path, sameSite: 'Strict' });
}

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

/** Returns null in another browser, and the second time. */
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

const SESSION_COOKIE = 'signing_session';
/** The header is empty in the first request of a frame. */
const FRAME_HEADER = 'countersign-signing-session';

/**
 * By a cookie (SameSite=Strict), which scripts cannot read and browsers send with the PDF and downloads. Its
 * path is that of the link, so links do not share sessions.
 */
export function readVisitor(
  request: FastifyRequest,
  reply: FastifyReply,
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
): Visitor {
  const path = pathBelow(baseUrl, `/sign/${encodeURIComponent(token)}`);
  return {
    ...describeClient(request),
    sessionId: readCookie(request, SESSION_COOKIE),
    onSession: (id) => setCookie(reply, SESSION_COOKIE, id, { url: baseUrl, path, sameSite: 'Strict' }),
  };
}

/**
 * For frames in other sites, where browsers block cookies: the script keeps the id. Other sites cannot send
 * the header without CORS.
 */
export function readFramedVisitor(request: FastifyRequest, reply: FastifyReply): Visitor | undefined {
  const id = request.headers[FRAME_HEADER];
  if (typeof id !== 'string') return undefined;
  return {
    ...describeClient(request),
    sessionId: id === '' ? null : id,
    onSession: (begun) => reply.header(FRAME_HEADER, begun),
  };
}

function describeClient(request: FastifyRequest): Pick<Visitor, 'network' | 'origin'> {
  const origin = { ipAddress: readClientAddress(request), userAgent: request.headers['user-agent'] ?? '' };
  return { network: readClientNetwork(request), origin };
}
