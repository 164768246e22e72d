import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // Addresses under /sign and /downloads grant access: keep them out of Referer.
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  // Only pages load anything.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Of every page: scripts cannot make code or HTML from text. */
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
