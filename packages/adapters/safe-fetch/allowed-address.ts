import ipaddr from 'ipaddr.js';

/** RFC 4291 2.4 and the IANA registry: all global unicast IPv6 is here; what lies outside is not routed. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

export interface AddressPolicy {
  /** What a URL that may not be called is refused with: each way out has a word of its own. */
  readonly refusal: 'webhook_url_not_allowed' | 'authority_url_not_allowed';
  /** Development: 127.0.0.0/8 and ::1 may be called, also over plain http. */
  readonly allowLoopback: boolean;
  /** OCSP, CRLs and timestamps: their answers are signed, and certificates name http addresses. */
  readonly allowPlainHttp?: boolean;
}

/** True when a request may go to this address (no brackets). IPv4 within IPv6 is judged as the IPv4 it is. */
export function isAllowedAddress(
  address: string,
  { allowLoopback }: Pick<AddressPolicy, 'allowLoopback'>,
): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range === 'loopback') return allowLoopback;
  if (range !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST_V6);
}

/** True for 127.0.0.0/8 and ::1, written in any way. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
