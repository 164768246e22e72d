import { createHash } from 'node:crypto';
import { errorMessage, NOT_FOUND_STYLE, renderNotFoundPage } from '@countersign/i18n';
import { OAuthError } from '@countersign/oauth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteDeps } from './deps.ts';
import { sendError } from './errors/error-response.ts';
import { ApiError, ERROR_STATUSES } from './errors/error-table.ts';
import { chooseErrorLanguage, choosePageLanguage, readQualities } from './request/client.ts';

const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // Addresses under /sign and /downloads grant access: keep them out of Referer.
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  // Only pages load anything, so everything else may load nothing.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** The policy of every page: scripts cannot make code or HTML from text. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
];

const POLICIES = {
  entry: [...PAGE_POLICY, "img-src 'self'", "trusted-types 'none'"],
  // pdf.js runs in a worker, whose address start-pdf-worker.ts approves. Ink is a data: image.
  document: [
    ...PAGE_POLICY,
    "worker-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    'trusted-types pdf-worker',
  ],
};

/** Matters for workers: that of pdf.js loads character maps and decodes images by WebAssembly. */
export const SCRIPT_POLICY: string = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export function setSecurityHeaders(reply: FastifyReply, baseUrl: string): void {
  reply.headers(COMMON_HEADERS);
  if (baseUrl.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000');
}

interface PageOptions {
  readonly policy?: keyof typeof POLICIES;
  /** The page's only style element, allowed by its hash. */
  readonly style?: string;
  /** Origins whose pages may show this one in a frame. */
  readonly embeddingOrigins?: readonly string[];
}

export function sendPage(
  reply: FastifyReply,
  html: string,
  { policy = 'entry', style, embeddingOrigins = [] }: PageOptions = {},
): FastifyReply {
  const isEmbeddable = embeddingOrigins.length > 0;
  // X-Frame-Options knows no list of origins.
  if (isEmbeddable) reply.removeHeader('x-frame-options');
  const ancestors = isEmbeddable ? embeddingOrigins.join(' ') : "'none'";
  const directives = [...POLICIES[policy], describeStyle(style), `frame-ancestors ${ancestors}`];
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', directives.join('; '))
    .send(html);
}

/** RFC 6749 5.1, besides `Cache-Control: no-store`, which all answers have. */
export function forbidCaching(reply: FastifyReply): void {
  reply.header('pragma', 'no-cache');
}

function describeStyle(style: string | undefined): string {
  if (style === undefined) return "style-src 'self'";
  return `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

/** Addresses that programs call. */
const API_PATHS = ['/v1', '/oauth', '/.well-known'];

/** A page for people who follow a link, JSON for everything else. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = request.url.split('?');
  const isCalledByPrograms = API_PATHS.some((start) => path === start || path.startsWith(`${start}/`));
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || isCalledByPrograms || !prefersHtml(request.headers.accept ?? ''))
    return sendError(new ApiError('route_not_found'), request, reply);
  return sendPage(reply.code(404), renderNotFoundPage(chooseErrorLanguage(request)), {
    style: NOT_FOUND_STYLE,
  });
}

/** RFC 9110 12.5.1. Browsers name HTML, and accept everything else less; others name it not, or no more than JSON. */
export function prefersHtml(accept: string): boolean {
  const qualities = new Map(readQualities(accept));
  const json = ['application/json', 'application/*', '*/*'].find((type) => qualities.has(type)) ?? '';
  return (qualities.get('text/html') ?? 0) > (qualities.get(json) ?? 0);
}

export interface PageInput {
  readonly deps: RouteDeps;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export function sendApplicationPage({ deps, request, reply }: PageInput): FastifyReply {
  const isDevelopment = deps.outbox !== undefined;
  const html = deps.web.renderApplicationPage(choosePageLanguage(request), { isDevelopment });
  return sendPage(reply, html, { policy: 'document' });
}

/** Sends the pages that need no session. */
export function sendEntryPage({ deps, request, reply }: PageInput): FastifyReply {
  const isDevelopment = deps.outbox !== undefined;
  const { signOnName } = deps.settings;
  const html = deps.web.renderEntryPage(choosePageLanguage(request), { isDevelopment, signOnName });
  return sendPage(reply, html);
}

/** Sends errors that must not go to a redirect address. `message` is for people. */
export function sendProblemPage(
  { deps, request, reply }: PageInput,
  status: number,
  message: string,
): FastifyReply {
  const options = { isDevelopment: deps.outbox !== undefined, problem: message };
  const html = deps.web.renderEntryPage(chooseErrorLanguage(request), options);
  return sendPage(reply.code(status), html);
}

/** Sends refusals whose redirect address cannot be trusted. Rethrows all but `OAuthError`. */
export function sendRefusalPage(input: PageInput, error: unknown): FastifyReply {
  if (!(error instanceof OAuthError)) throw error;
  const { request } = input;
  request.log.info({ errorCode: error.code, err: error.cause }, 'authorization refused');
  const [{ code, params } = error] = error.details;
  // 401 would ask the browser for a password.
  const status = ERROR_STATUSES[error.code] === 401 ? 400 : ERROR_STATUSES[error.code];
  return sendProblemPage(input, status, errorMessage(chooseErrorLanguage(request), code, params));
}
