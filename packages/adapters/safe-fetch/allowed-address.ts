import ipaddr from 'ipaddr.js';

/** RFC 4291 2.4: all global unicast IPv6. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

export interface AddressPolicy {
  /** The error code for a forbidden URL, by sender. */
  readonly refusal: 'webhook_url_not_allowed' | 'authority_url_not_allowed' | 'document_url_not_allowed';
  /** Development: 127.0.0.0/8 and ::1 may be called, also over plain http. */
  readonly allowLoopback: boolean;
  /** OCSP, CRLs and timestamps have signed responses, and certificates name http addresses. */
  readonly allowPlainHttp?: boolean;
}

/** Whether requests may go to this address (without brackets). IPv4 within IPv6 counts as IPv4. */
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
