import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@countersign/base/locale';
import { type Browser, SESSION_LIFETIME_MS } from '@countersign/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readClientAddress, readClientNetwork } from './client-address.ts';
import { nameHostCookie, readCookie, setCookie } from './cookies.ts';

/** Reads a header such as Accept (RFC 9110 12.4.2): values in lower case, an unreadable quality as 0. */
export function readQualities(header = ''): readonly (readonly [value: string, quality: number])[] {
  return header
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [value = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      const quality = weight === undefined ? 1 : Number(weight.slice(2));
      return [value, Number.isNaN(quality) ? 0 : quality];
    });
}

/** Whether the request asks for the media type rather than for JSON. */
export function prefersMediaType({ headers }: FastifyRequest, mediaType: string): boolean {
  const accepted = new Map(readQualities(headers.accept));
  return (accepted.get(mediaType) ?? 0) > (accepted.get('application/json') ?? 0);
}

declare module 'fastify' {
  interface FastifyRequest {
    formLanguage: string | null;
  }
}

/** errorLanguage (query, body, form), else Accept-Language, else English [D4-03] [D4-04]. */
export function chooseErrorLanguage(request: FastifyRequest): Language {
  return (
    readLanguage(request.query) ??
    readLanguage(request.body) ??
    asLanguage(request.formLanguage) ??
    chooseAcceptedLanguage(request.headers['accept-language']) ??
    DEFAULT_LANGUAGE
  );
}

/** Chooses the language of a page that no document or user decides. */
export function choosePageLanguage({ headers }: FastifyRequest): Language {
  return chooseAcceptedLanguage(headers['accept-language']) ?? DEFAULT_LANGUAGE;
}

/** RFC 9110 12.5.4, by primary subtag: `sv-FI;q=0.8` is `sv`. Returns undefined if no language fits. */
export function chooseAcceptedLanguage(header: string | undefined): Language | undefined {
  const accepted = readQualities(header)
    .filter(([, quality]) => quality > 0)
    .toSorted(([, first], [, second]) => second - first);
  return accepted.map(([tag]) => asLanguage(tag.split('-')[0])).find((language) => language !== undefined);
}

/** The name at OAuth endpoints is error_language [4.2-11]. */
function readLanguage(container: unknown): Language | undefined {
  if (typeof container !== 'object' || container === null) return undefined;
  const { errorLanguage, error_language: snakeCase } = container as Record<string, unknown>;
  return asLanguage(errorLanguage) ?? asLanguage(snakeCase);
}

function asLanguage(value: unknown): Language | undefined {
  return LANGUAGES.find((language) => language === value);
}

/** Other origins would need CORS, which we never allow. */
export const PAGE_HEADER = 'countersign-page';

/** A cookie counts with the header only, which forms and links of other sites cannot send. */
export function isFromOwnPage({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return headers[PAGE_HEADER] === '1' && (site === undefined || site === 'same-origin');
}

/** RFC 6750 2.1: the scheme is case-insensitive. */
export function readBearer(request: FastifyRequest): string | null {
  const match = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
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
