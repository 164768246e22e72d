import { createHmac, timingSafeEqual } from 'node:crypto';

/** SHA-1, six digits, 30 seconds (RFC 6238): what every authenticator app supports. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** For clocks that differ and slow hands (RFC 6238 5.2). */
const TOLERATED_STEPS = 1;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS_PER_CHARACTER = 5;
const BITS_PER_BYTE = 8;

/** RFC 4648 6, without padding. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = (value << BITS_PER_BYTE) | byte;
    bits += BITS_PER_BYTE;
    while (bits >= BITS_PER_CHARACTER) {
      bits -= BITS_PER_CHARACTER;
      text += ALPHABET[(value >>> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET[(value << (BITS_PER_CHARACTER - bits)) & 31];
}

export function decodeBase32(text: string): Uint8Array {
  const bytes: number[] = [];
  let value = 0;
  let bits = 0;
  for (const character of text) {
    value = (value << BITS_PER_CHARACTER) | ALPHABET.indexOf(character);
    bits += BITS_PER_CHARACTER;
    if (bits < BITS_PER_BYTE) continue;
    bits -= BITS_PER_BYTE;
    bytes.push((value >>> bits) & 255);
    value &= (1 << bits) - 1;
  }
  return Uint8Array.from(bytes);
}

/** HOTP (RFC 4226 5.3). */
export function codeOfStep(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export function stepAt(date: Date): number {
  return Math.floor(date.getTime() / 1000 / STEP_SECONDS);
}

/** Later than `lastStep`, so that no code works twice; null for a wrong code. */
export function findStep(secret: string, code: string, now: Date, lastStep: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const key = decodeBase32(secret);
  const current = stepAt(now);
  for (let step = current - TOLERATED_STEPS; step <= current + TOLERATED_STEPS; step += 1) {
    const isRight = timingSafeEqual(Buffer.from(codeOfStep(key, step)), Buffer.from(code));
    if (isRight && step > lastStep) return step;
  }
  return null;
}
