import type { ActiveKind } from './action-rules.ts';

/** RFC 3986 3.1. */
const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'mailto', 'tel', 'sms', 'geo']);
const BASE_SCHEMES: ReadonlySet<string> = new Set(['http', 'https']);
const SCRIPT_SCHEMES: ReadonlySet<string> = new Set(['javascript', 'vbscript', 'livescript']);

/** By browsers (WHATWG URL 4.4): `java\nscript:` is a script. */
const IGNORED = /[\p{C}\p{Z}]/gu;
const SCHEME = /^([a-z][a-z\d+.-]*):/i;
/** `shop.example:8080/terms` */
const HOST_WITH_PORT = /^[a-z\d-]+(\.[a-z\d-]+)+:\d+(?![^/?#])/i;
/** On the reader's machine or network (ISO 32000-1 12.6.4.7). */
const LOCAL_PATH = /^[/\\.]/;

/** Undefined: stays, as do addresses without a scheme, most of which are web addresses. */
export function classifyAddress(address: string): ActiveKind | undefined {
  const plain = address.replace(IGNORED, '');
  const scheme = schemeOf(plain);
  if (scheme === undefined) return LOCAL_PATH.test(plain) ? 'launch' : undefined;
  if (SCHEMES.has(scheme)) return undefined;
  return SCRIPT_SCHEMES.has(scheme) ? 'javascript' : 'launch';
}

export function isWebBase(address: string): boolean {
  return BASE_SCHEMES.has(schemeOf(address.replace(IGNORED, '')) ?? '');
}

function schemeOf(plain: string): string | undefined {
  return HOST_WITH_PORT.test(plain) ? undefined : SCHEME.exec(plain)?.[1]?.toLowerCase();
}
