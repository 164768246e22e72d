import { isWhitespace } from '../characters.ts';
import { BoundedOutput } from './bounded-output.ts';

const TILDE = 0x7e;
const GREATER = 0x3e;
const LETTER_Z = 0x7a;
const FIRST_DIGIT = 0x21;
const LAST_DIGIT = 0x75;

/** ISO 32000-1 7.4.2. Skips other characters; a missing last digit is 0. */
export function decodeAsciiHex(bytes: Uint8Array, limit: number): Uint8Array {
  const output = new BoundedOutput(limit);
  let high = -1;
  for (const byte of bytes) {
    if (byte === GREATER) break;
    const digit = hexDigit(byte);
    if (digit < 0) continue;
    if (high >= 0) output.push(high * 16 + digit);
    high = high < 0 ? digit : -1;
  }
  if (high >= 0) output.push(high * 16);
  return output.take();
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** 7.4.3, up to `~` or the first invalid character. */
export function decodeAscii85(bytes: Uint8Array, limit: number): Uint8Array {
  const output = new BoundedOutput(limit);
  let value = 0;
  let count = 0;
  for (const byte of bytes) {
    if (isWhitespace(byte)) continue;
    if (byte === LETTER_Z && count === 0) output.fill(0, 4);
    else if (byte === TILDE || byte < FIRST_DIGIT || byte > LAST_DIGIT) break;
    else {
      value = value * 85 + byte - FIRST_DIGIT;
      count += 1;
    }
    if (count < 5) continue;
    pushBytes(output, value, 4);
    value = 0;
    count = 0;
  }
  // n digits encode n - 1 bytes; missing digits count as the largest.
  if (count > 1) {
    for (let missing = count; missing < 5; missing += 1) value = value * 85 + 84;
    pushBytes(output, value, count - 1);
  }
  return output.take();
}

/** The first `count` of four bytes. */
function pushBytes(output: BoundedOutput, value: number, count: number): void {
  for (let i = 0; i < count; i += 1) output.push(Math.floor(value / 256 ** (3 - i)) % 256);
}
