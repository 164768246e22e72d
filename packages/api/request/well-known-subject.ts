import type { FastifyRequest } from 'fastify';

/** The path of the issuer or resource comes after the well-known one (RFC 8414 3.1, RFC 9728 3.1). */
export function readWellKnownSubject({ raw }: FastifyRequest, wellKnownPath: string): string {
  const [path = ''] = (raw.url ?? '').split('?');
  return path.slice(wellKnownPath.length);
}
