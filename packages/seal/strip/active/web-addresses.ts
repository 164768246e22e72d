import type { ActiveKind } from './action-rules.ts';

/** Schemes (RFC 3986 3.1) that lead to the web or to somebody who can be written to or called. */
const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'mailto', 'tel', 'sms', 'geo']);
/** Schemes of which a base may be: what is relative to a mail address or a file is no web address. */
const BASE_SCHEMES: ReadonlySet<string> = new Set(['http', 'https']);
const SCRIPT_SCHEMES: ReadonlySet<string> = new Set(['javascript', 'vbscript', 'livescript']);

/** Left out by whoever opens an address (WHATWG URL 4.4): `java\nscript:` is a script. */
const IGNORED = /[\p{C}\p{Z}]/gu;
const SCHEME = /^([a-z][a-z\d+.-]*):/i;
/** `shop.example:8080/terms`, as people write it, is a name with a port and no scheme. */
const HOST_WITH_PORT = /^[a-z\d-]+(\.[a-z\d-]+)+:\d+(?![^/?#])/i;
/** A place on the reader's machine or on a share in its network, since the document lies there (ISO 32000-1 12.6.4.7). */
const LOCAL_PLACE = /^[/\\.]/;

/**
 * What the address of a URI action does besides leading to the web or to a person; undefined for one that may stay. Addresses
 * without a scheme stay: most are web addresses as people write them.
 */
export function judgeAddress(address: string): ActiveKind | undefined {
  const plain = address.replace(IGNORED, '');
  const scheme = schemeOf(plain);
  if (scheme === undefined) return LOCAL_PLACE.test(plain) ? 'launch' : undefined;
  if (SCHEMES.has(scheme)) return undefined;
  return SCRIPT_SCHEMES.has(scheme) ? 'javascript' : 'launch';
}

/** Whether relative addresses may be taken as relative to an address (12.6.4.7, /Base). */
export function isWebBase(address: string): boolean {
  return BASE_SCHEMES.has(schemeOf(address.replace(IGNORED, '')) ?? '');
}

function schemeOf(plain: string): string | undefined {
  return HOST_WITH_PORT.test(plain) ? undefined : SCHEME.exec(plain)?.[1]?.toLowerCase();
}
