import { isIP } from 'node:net';
import { AdapterError } from '../errors.ts';
import { type AddressPolicy, isAllowedAddress, isLoopbackAddress } from './allowed-address.ts';

/** Names that never mean a host of the public Internet (RFC 6761, RFC 6762, RFC 9476 and what clouds use). */
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

/**
 * Says whether a URL may be called at all, without asking the network; what its name resolves to is checked again with
 * every connection (checked-lookup.ts). Throws AdapterError with the code of the policy.
 */
export function checkUrl(url: string, policy: AddressPolicy): URL {
  const parsed = URL.parse(url);
  if (parsed === null) throw refuse('', 'not a URL', policy);
  const host = bareHost(parsed);
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

/** Without the brackets of IPv6 and the dot of a fully qualified name. */
function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function isAllowedHost(host: string, policy: AddressPolicy): boolean {
  if (isIP(host) !== 0) return isAllowedAddress(host, policy);
  if (isAllowedLoopback(host, policy)) return true;
  // A name without a dot is found in the search list of our own network.
  return host.includes('.') && !INTERNAL_NAMES.some((name) => host.endsWith(`.${name}`));
}

function isAllowedLoopback(host: string, { allowLoopback }: AddressPolicy): boolean {
  return allowLoopback && (host === 'localhost' || isLoopbackAddress(host));
}
