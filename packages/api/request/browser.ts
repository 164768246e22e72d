import { type Browser, SESSION_LIFETIME_MS } from '@countersign/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseAcceptedLanguage } from './choose-language.ts';
import { readClientAddress, readClientNetwork } from './client-address.ts';
import { nameHostCookie, readCookie, setCookie } from './cookies.ts';

/** Other origins would need CORS, which we never allow. */
export const PAGE_HEADER = 'countersign-page';

/** A cookie counts with the header only, which forms and links of other sites cannot send. */
export function isFromOwnPage({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return headers[PAGE_HEADER] === '1' && (site === undefined || site === 'same-origin');
}

export function readBrowser(request: FastifyRequest, baseUrl: string): Browser {
  return {
    address: readClientAddress(request),
    network: readClientNetwork(request),
    userAgent: request.headers['user-agent'] ?? '',
    language: chooseAcceptedLanguage(request.headers['accept-language']) ?? null,
    sessionId: readSessionCookie(request, baseUrl),
  };
}

export function readSessionCookie(request: FastifyRequest, baseUrl: string): string | null {
  return readCookie(request, sessionCookieName(baseUrl));
}

/** Lax: links from mails and from programs that ask for consent find the session. */
export function setSessionCookie(reply: FastifyReply, id: string, baseUrl: string): void {
  writeCookie(reply, id, SESSION_LIFETIME_MS / 1000, baseUrl);
}

export function clearSessionCookie(reply: FastifyReply, baseUrl: string): void {
  writeCookie(reply, '', 0, baseUrl);
}

function writeCookie(reply: FastifyReply, value: string, seconds: number, baseUrl: string): void {
  setCookie(reply, sessionCookieName(baseUrl), value, { url: baseUrl, sameSite: 'Lax', seconds });
}

export function sessionCookieName(baseUrl: string): string {
  return nameHostCookie('countersign-session', baseUrl);
}
