/** What only a parser understands is refused. */
import * as characters from '../read/characters.ts';
import { startsWithText } from '../read/characters.ts';
import { endOfDigits, endOfLiteral, endOfRegular, skipSpace } from '../read/token-reader.ts';

const {
  CHARACTER_CLASS,
  DELIMITER,
  DIGIT,
  DOT,
  GREATER,
  LESS,
  LETTER_R,
  MINUS,
  PAREN_OPEN,
  PLUS,
  WHITESPACE,
} = characters;

/** The bytes end before the token does. */
export const CUT = -1;
/** It cannot be copied verbatim. */
export const FAILED = -2;

const ENDS = WHITESPACE | DELIMITER;

export function endOfOther(bytes: Uint8Array, at: number, end: number): number {
  const byte = bytes[at];
  if (byte === MINUS || byte === DOT || byte === PLUS) return endOfReal(bytes, at, end);
  if (byte === PAREN_OPEN) {
    const close = endOfLiteral(bytes, at + 1, end);
    return close < end ? close + 1 : CUT;
  }
  if (byte === LESS) return endOfHex(bytes, at + 1, end);
  const to = endOfRegular(bytes, at, end);
  return isKeyword(bytes, at, to) ? to : FAILED;
}

export function endOfReal(bytes: Uint8Array, from: number, end: number): number {
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (isEnd(byte)) return at;
    const isPart = CHARACTER_CLASS[byte] === DIGIT || byte === DOT || byte === MINUS || byte === PLUS;
    if (!isPart) return FAILED;
  }
  return end;
}

function endOfHex(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isHexOrSpace(bytes[at] as number)) at += 1;
  if (at >= end) return CUT;
  return bytes[at] === GREATER ? at + 1 : FAILED;
}

function isHexOrSpace(byte: number): boolean {
  const kind = CHARACTER_CLASS[byte];
  if (kind === DIGIT || kind === WHITESPACE) return true;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66;
}

function isKeyword(bytes: Uint8Array, at: number, end: number): boolean {
  const length = end - at;
  if (length === 5) return startsWithText(bytes, at, 'false');
  return length === 4 && (startsWithText(bytes, at, 'true') || startsWithText(bytes, at, 'null'));
}

/** -1 unless a reference begins there. */
export function findLetterR(bytes: Uint8Array, from: number, end: number): number {
  const start = skipSpace(bytes, from, end);
  if (start === from) return -1;
  const digitsEnd = endOfDigits(bytes, start, end);
  if (digitsEnd === start || digitsEnd >= end || !isEnd(bytes[digitsEnd])) return -1;
  const letter = skipSpace(bytes, digitsEnd, end);
  if (letter >= end || bytes[letter] !== LETTER_R) return -1;
  return letter + 1 >= end || isEnd(bytes[letter + 1]) ? letter : -1;
}

export function isEnd(byte: number | undefined): boolean {
  return ((CHARACTER_CLASS[byte as number] as number) & ENDS) !== 0;
}
