import { isIP } from 'node:net';
import { isHostName } from '@countersign/identity';
import { AdapterError } from '../errors.ts';
import { type AddressPolicy, bareHost, isAllowedAddress, isLoopbackHost } from './allowed-address.ts';

/** Never public (RFC 6761, RFC 6762, RFC 9476, clouds). */
const INTERNAL_NAMES = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'home.arpa',
  'alt',
];

/** Without network calls; checked-lookup.ts checks its addresses at every connection. */
export function checkUrl(url: string, policy: AddressPolicy): URL {
  const parsed = URL.parse(url);
  if (parsed === null) throw refuse('', 'not a URL', policy);
  const host = bareHost(parsed.hostname);
  if (parsed.username !== '' || parsed.password !== '') throw refuse(host, 'credentials in the URL', policy);
  if (isAllowedLoopback(host, policy) && parsed.protocol === 'http:') return parsed;
  if (!isAllowedProtocol(parsed, policy)) throw refuse(host, 'not https', policy);
  if (!isAllowedHost(host, policy)) throw refuse(host, 'not a public address', policy);
  return parsed;
}

export function refuse(host: string, reason: string, { refusal }: AddressPolicy): AdapterError {
  return new AdapterError(refusal, { host, reason });
}

function isAllowedProtocol({ protocol }: URL, { allowPlainHttp = false }: AddressPolicy): boolean {
  return protocol === 'https:' || (allowPlainHttp && protocol === 'http:');
}

function isAllowedHost(host: string, policy: AddressPolicy): boolean {
  if (isIP(host) !== 0) return isAllowedAddress(host, policy);
  if (isAllowedLoopback(host, policy)) return true;
  if (!isHostName(host)) return false;
  // A name without a dot may resolve in our own network.
  return host.includes('.') && !INTERNAL_NAMES.some((name) => host.endsWith(`.${name}`));
}

function isAllowedLoopback(host: string, { allowLoopback }: AddressPolicy): boolean {
  return allowLoopback && isLoopbackHost(host);
}
