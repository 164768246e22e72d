import { createHash } from 'node:crypto';

/** SHA-256, lower-case hex: enough for secrets of 256 random bits. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}
