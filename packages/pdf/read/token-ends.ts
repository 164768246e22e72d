/** ISO 32000-1 7.2. A result equal to `end`: the token may continue. */
import * as characters from './characters.ts';

const {
  BACKSLASH,
  CHARACTER_CLASS,
  CR,
  DELIMITER,
  DIGIT,
  LETTER_R,
  LF,
  PAREN_CLOSE,
  PAREN_OPEN,
  PERCENT,
  SPACE,
  WHITESPACE,
  ZERO,
} = characters;

/** White space and comments. */
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

/** At the first white space or delimiter. */
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

/** At the closing bracket. */
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

/** ` 0 R` and the end of a token. */
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

export const USUAL_END_OF_REF = 4;

function endOfComment(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] !== LF && bytes[at] !== CR) at += 1;
  return at;
}
