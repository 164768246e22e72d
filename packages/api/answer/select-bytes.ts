import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from '@countersign/signing';
import { matchesEntityTag } from './entity-tag.ts';

export type Selection =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'not_modified' }
  | { readonly kind: 'not_satisfiable' };

interface ConditionalRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** RFC 9110 14.1: units are case-insensitive. Several ranges may be ignored (14.2). */
const SINGLE_RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i;

/** Evaluates If-None-Match, If-Range and Range for `size` bytes, in the order of RFC 9110 13.2.2. */
export function selectBytes({ method, headers }: ConditionalRequest, etag: string, size: number): Selection {
  if (matchesEntityTag(headers['if-none-match'], etag)) return { kind: 'not_modified' };
  // RFC 9110 14.2: Range is defined for GET only.
  if (method !== 'GET' || !isRangeCurrent(headers['if-range'], etag)) return { kind: 'whole' };
  return selectRange(headers.range, size);
}

/** Strong comparison (RFC 9110 13.1.5). Files have no date. */
function isRangeCurrent(ifRange: string | string[] | undefined, etag: string): boolean {
  return ifRange === undefined || (typeof ifRange === 'string' && ifRange.trim() === etag);
}

/** Malformed, another unit or several ranges: the whole file. */
function selectRange(header: string | undefined, size: number): Selection {
  const [, first = '', last = ''] = SINGLE_RANGE.exec(header ?? '') ?? [];
  if (first === '') return last === '' ? { kind: 'whole' } : selectSuffix(Number(last), size);
  if (last !== '' && Number(last) < Number(first)) return { kind: 'whole' };
  if (Number(first) >= size) return { kind: 'not_satisfiable' };
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return { kind: 'part', range: { first: Number(first), last: end } };
}

function selectSuffix(length: number, size: number): Selection {
  if (length === 0 || size === 0) return { kind: 'not_satisfiable' };
  return { kind: 'part', range: { first: Math.max(size - length, 0), last: size - 1 } };
}
