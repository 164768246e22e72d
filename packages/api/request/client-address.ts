import { isIP } from 'node:net';
import { refusal } from '@countersign/signing';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/error-table.ts';
import { invalidRequest } from '../errors/route-errors.ts';

/** It is evidence: X-Forwarded-For counts through trusted proxies only, and only if it is an address. */
export function readClientAddress({ ip, socket }: FastifyRequest): string {
  return isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;
}

const GROUPS_OF_ADDRESS = 8;
const GROUPS_OF_NETWORK = 4;

/** Returns the /64 network of a subscriber for IPv6 (RFC 6177). */
export function readClientNetwork(request: FastifyRequest): string {
  const address = readClientAddress(request);
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped !== undefined || isIP(address) !== 6) return mapped ?? address;
  const [first = '', last] = address.split('::');
  const leading = groupsOf(first);
  const zeros = last === undefined ? 0 : GROUPS_OF_ADDRESS - leading.length - groupsOf(last).length;
  const groups = [...leading, ...Array<string>(zeros).fill('0'), ...groupsOf(last ?? '')];
  const network = groups.slice(0, GROUPS_OF_NETWORK).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** An IPv4 address at the end replaces two groups, both outside the network. */
function groupsOf(text: string): readonly string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}

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
