import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256, lower-case hex: enough for secrets of 256 random bits. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}

/** In a time that does not depend on what is the same. */
export function isSameSecret(given: Uint8Array, expected: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
