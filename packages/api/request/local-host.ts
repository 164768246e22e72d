import { isIP } from 'node:net';
import { refusal } from '@countersign/signing';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import { invalidRequest } from '../errors/request-rules.ts';

/**
 * Against DNS rebinding: a foreign page could read what is open on this machine. Throws `route_not_found`.
 */
export function refuseForeignHost({ headers }: FastifyRequest, baseUrl: string): void {
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  const known = [new URL(baseUrl).hostname, 'localhost'];
  if (known.includes(host) || host.endsWith('.localhost') || isAddress(host)) return;
  throw new ApiError('route_not_found');
}

/** Addresses cannot be rebound. */
function isAddress(host: string): boolean {
  return isIP(host.replace(/^\[|\]$/g, '')) !== 0;
}

/** RFC 9112 3.2: one host; none before HTTP/1.1. Throws `invalid_request`. */
export function refuseOddHosts({ raw }: FastifyRequest): void {
  const names = raw.rawHeaders.filter((_, index) => index % 2 === 0);
  const count = names.filter((name) => name.toLowerCase() === 'host').length;
  if (count > 1 || (count === 0 && raw.httpVersion === '1.1')) throw refusal(invalidRequest('http'));
}
