import type { FastifyReply } from 'fastify';

/** Of every response. */
const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // Addresses under /sign and /downloads grant access: keep them out of Referer.
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  // Other sites may not load a response.
  'cross-origin-resource-policy': 'same-origin',
  // Responses are private unless they say otherwise.
  'cache-control': 'no-store',
  // Only pages load anything.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/**
 * For pages. pdf.js uses WebAssembly and generated fonts, hence wasm-unsafe-eval, blob: and data:. The text layer's
 * style attributes need 'unsafe-inline'.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "font-src 'self' blob: data:",
  "connect-src 'self' blob: data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** For pages without a text layer, which sets inline styles. */
const APPLICATION_POLICY = PAGE_POLICY.replace(" 'unsafe-inline'", '');

/** For pages without documents: scripts cannot even write HTML from text. */
const ENTRY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const POLICIES = { document: PAGE_POLICY, application: APPLICATION_POLICY, entry: ENTRY_POLICY };

export function setSecurityHeaders(reply: FastifyReply, baseUrl: string): void {
  reply.headers(COMMON_HEADERS);
  if (baseUrl.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000');
}

/** Sends a page for people. */
export function sendPage(
  reply: FastifyReply,
  html: string,
  policy: keyof typeof POLICIES = 'document',
): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', POLICIES[policy])
    .header('cache-control', 'no-store')
    .send(html);
}
