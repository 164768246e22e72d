import type { FastifyReply } from 'fastify';

/** On every answer. */
const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // Addresses under /sign and /downloads are permissions: they must not travel on in a Referer.
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  // No other site may load an answer into its own page.
  'cross-origin-resource-policy': 'same-origin',
  // Answers hold what only their reader may see. Those that may be kept say so themselves.
  'cache-control': 'no-store',
  // An answer that is not a page has no business loading anything.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/**
 * For the pages. pdf.js draws with WebAssembly decoders and fonts made on the way, hence wasm-unsafe-eval, blob: and
 * data:. Styles set by script need no 'unsafe-inline'; the text layer's style attributes do.
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

export function setSecurityHeaders(reply: FastifyReply, baseUrl: string): void {
  reply.headers(COMMON_HEADERS);
  if (baseUrl.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000');
}

/** Sends a page for people. */
export function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', PAGE_POLICY)
    .header('cache-control', 'no-store')
    .send(html);
}
