import { createHash, timingSafeEqual } from 'node:crypto';

/** Returns the SHA-256 in lower-case hex, which is enough for secrets of 256 random bits. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}

/** Compares in a time that does not depend on which bytes are equal. */
export function isSameSecret(given: Uint8Array, expected: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
