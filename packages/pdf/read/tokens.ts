/**
 * The tokens of ISO 32000-1 7.2 and 7.3, for every reader of PDF syntax: the tolerant parser, the strict reader and
 * the reader of content. A result equal to `end` means that the token may continue after these bytes.
 */
import * as characters from './characters.ts';
import { startsWithText } from './characters.ts';

const {
  BACKSLASH,
  CHARACTER_CLASS,
  CR,
  DELIMITER,
  DIGIT,
  GREATER,
  HASH,
  LETTER_R,
  LF,
  PAREN_CLOSE,
  PAREN_OPEN,
  PERCENT,
  SPACE,
  WHITESPACE,
  ZERO,
} = characters;

/** ISO 32000-1 7.5.4 allows no higher generation. */
export const MAX_GENERATION = 65_535;

/** ISO 32000-1 annex C allows no longer name. */
export const MAX_NAME_LENGTH = 127;

const ENDS = WHITESPACE | DELIMITER;

/** Skips white space and comments. */
export function skipSpace(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const byte = bytes[at] as number;
    if (CHARACTER_CLASS[byte] === WHITESPACE) at += 1;
    else if (byte === PERCENT) at = endOfComment(bytes, at, end);
    else return at;
  }
  return end;
}

/** Returns the offset of the line break after a comment. */
export function endOfComment(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] !== LF && bytes[at] !== CR) at += 1;
  return at;
}

/** Returns true for a byte that no name, number or word contains. */
export function isEnd(byte: number | undefined): boolean {
  return ((CHARACTER_CLASS[byte as number] as number) & ENDS) !== 0;
}

/** Returns the offset of the first white space or delimiter. */
export function endOfRegular(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const kind = CHARACTER_CLASS[bytes[at] as number];
    if (kind === WHITESPACE || kind === DELIMITER) return at;
    at += 1;
  }
  return end;
}

export function endOfDigits(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && CHARACTER_CLASS[bytes[at] as number] === DIGIT) at += 1;
  return at;
}

/** Returns the offset of the closing bracket of a string whose contents begin at `from`. */
export function endOfLiteral(bytes: Uint8Array, from: number, end: number): number {
  let level = 1;
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === PAREN_OPEN) level += 1;
    else if (byte === PAREN_CLOSE && --level === 0) return at;
  }
  return end;
}

/** Returns the offset of the closing bracket of a hexadecimal string, whatever it contains. */
export function endOfHex(bytes: Uint8Array, from: number, end: number): number {
  const close = bytes.indexOf(GREATER, from);
  return close >= 0 && close < end ? close : end;
}

/** Returns the offset of the first byte that is neither a hexadecimal digit nor white space. */
export function endOfHexDigits(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isHexOrSpace(bytes[at] as number)) at += 1;
  return at;
}

function isHexOrSpace(byte: number): boolean {
  const kind = CHARACTER_CLASS[byte];
  if (kind === DIGIT || kind === WHITESPACE) return true;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66;
}

/** Returns true if readers resolve the `#` of a name differently, or if it is too long (ISO 32000-1 7.3.5). */
export function isOddName(bytes: Uint8Array, start: number, end: number): boolean {
  let length = 0;
  for (let at = start; at < end; at += 1) {
    length += 1;
    if (bytes[at] !== HASH) continue;
    const code = at + 2 < end && endOfHexDigits(bytes, at + 1, at + 3) === at + 3;
    if (!code || (bytes[at + 1] === ZERO && bytes[at + 2] === ZERO)) return true;
    at += 2;
  }
  return length > MAX_NAME_LENGTH;
}

/** Returns true for `true`, `false` and `null`. */
export function isKeyword(bytes: Uint8Array, at: number, end: number): boolean {
  const length = end - at;
  if (length === 5) return startsWithText(bytes, at, 'false');
  return length === 4 && (startsWithText(bytes, at, 'true') || startsWithText(bytes, at, 'null'));
}

export const USUAL_END_OF_REF = 4;

/** Returns true at ` 0 R` and the end of a token, with which nearly all references end. */
export function isUsualEndOfRef(bytes: Uint8Array, at: number, end: number): boolean {
  return (
    at + USUAL_END_OF_REF < end &&
    bytes[at] === SPACE &&
    bytes[at + 1] === ZERO &&
    bytes[at + 2] === SPACE &&
    bytes[at + 3] === LETTER_R &&
    isEndOfWord(bytes[at + 4] as number)
  );
}

function isEndOfWord(byte: number): boolean {
  const kind = CHARACTER_CLASS[byte];
  return kind === WHITESPACE || kind === DELIMITER;
}
