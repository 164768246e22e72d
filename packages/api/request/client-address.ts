import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Address of whoever sent the request: from X-Forwarded-For as far as the proxies of the settings are trusted, and only if it is
 * an address; else that of the connection. It is evidence, and what rate limits count by.
 */
export function readClientAddress({ ip, socket }: FastifyRequest): string {
  return isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;
}
