import { createHash } from 'node:crypto';

const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Weak comparison (RFC 9110 13.1.2). */
export function matchesEntityTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(ENTITY_TAG)].some(([, opaque]) => opaque === etag);
}

export function entityTagOf(answer: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`;
}
