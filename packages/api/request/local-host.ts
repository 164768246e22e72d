import { isIP } from 'node:net';
import { SigningError } from '@countersign/signing';
import type { FastifyRequest } from 'fastify';

/**
 * Refuses a request whose Host is a name that this service does not have. A page of another site can make its own name lead to
 * this machine (DNS rebinding), and would then read what is open to everybody here; it cannot choose the name that the
 * browser sends. Throws `route_not_found`.
 */
export function refuseForeignHost({ headers }: FastifyRequest, baseUrl: string): void {
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  const known = [new URL(baseUrl).hostname, 'localhost'];
  if (known.includes(host) || host.endsWith('.localhost') || isAddress(host)) return;
  throw new SigningError('route_not_found');
}

/** An address has no name that could lead elsewhere. */
function isAddress(host: string): boolean {
  return isIP(host.replace(/^\[|\]$/g, '')) !== 0;
}
