import { createHash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';

export interface IdSource {
  /** Returns a UUID (RFC 9562 version 4) in lower case. */
  uuid(): string;
  /** Returns 256 random bits as base64url, for links and keys. They are stored as SHA-256 unless noted. */
  secret(): string;
  /** Returns six random decimal digits. */
  oneTimeCode(): string;
}

const SECRET_BYTES = 32;

export const randomIds: IdSource = {
  uuid: () => randomUUID(),
  secret: () => randomBytes(SECRET_BYTES).toString('base64url'),
  oneTimeCode: () => String(randomInt(1_000_000)).padStart(6, '0'),
};

/** Returns the SHA-256 in lower-case hex, which is enough for secrets of 256 random bits. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}

/** Compares in a time that does not depend on which bytes are equal. */
export function isSameSecret(given: Uint8Array, expected: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
