import ipaddr from 'ipaddr.js';

/** RFC 4291 2.4: all global unicast IPv6. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

export interface AddressPolicy {
  /** Of forbidden URLs, by sender. */
  readonly refusal: 'webhook_url_not_allowed' | 'authority_url_not_allowed' | 'document_url_not_allowed';
  /** 127.0.0.0/8 and ::1, also over plain http: development. */
  readonly allowLoopback: boolean;
  /** OCSP, CRLs and timestamps have signed responses, and certificates name http addresses. */
  readonly allowPlainHttp?: boolean;
}

/** Without brackets. IPv4 within IPv6 counts as IPv4. */
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

/** Whether the host of a URL is this machine: `localhost`, 127.0.0.0/8 and ::1, written in any way. */
export function isLoopbackHost(hostname: string): boolean {
  const host = bareHost(hostname);
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}

/** Without IPv6 brackets and the final dot. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
