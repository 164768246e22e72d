import { timingSafeEqual } from 'node:crypto';

/** In a time that does not depend on what is the same. */
export function isSameSecret(given: Uint8Array, expected: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
