import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Address of whoever sent the request: from X-Forwarded-For as far as the proxies of the settings are trusted, and only if it is
 * an address; else that of the connection. It is evidence.
 */
export function readClientAddress({ ip, socket }: FastifyRequest): string {
  return isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;
}

const GROUPS_OF_ADDRESS = 8;
const GROUPS_OF_NETWORK = 4;

/**
 * What rate limits count by where there is no token. An IPv6 subscriber has a network of at least 2^64 addresses (RFC 6177), so
 * that a limit for each address would be none.
 */
export function readClientNetwork(request: FastifyRequest): string {
  const address = readClientAddress(request);
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped !== undefined || isIP(address) !== 6) return mapped ?? address;
  const [first = '', last] = address.split('::');
  const leading = groupsOf(first);
  // `::` stands for as many zero groups as are missing.
  const zeros = last === undefined ? 0 : GROUPS_OF_ADDRESS - leading.length - groupsOf(last).length;
  const groups = [...leading, ...Array<string>(zeros).fill('0'), ...groupsOf(last ?? '')];
  const network = groups.slice(0, GROUPS_OF_NETWORK).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** An IPv4 address at the end stands for two groups, both outside of the network. */
function groupsOf(text: string): readonly string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
