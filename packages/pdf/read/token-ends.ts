/**
 * Where tokens of PDF syntax end (ISO 32000-1 7.2). Functions over bytes, a position and the end of the bytes at hand;
 * the end as an answer says that the token may go on beyond it.
 */
import * as characters from './characters.ts';

// Constants of this module too: characters.ts says why.
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

/** Position of the first byte that is neither white space nor in a comment. */
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

/** Position of the first byte that cannot be part of a name, number or word. */
export function endOfRegular(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const kind = CHARACTER_CLASS[bytes[at] as number];
    if (kind === WHITESPACE || kind === DELIMITER) return at;
    at += 1;
  }
  return end;
}

/** Position of the first byte that is no digit. */
export function endOfDigits(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && CHARACTER_CLASS[bytes[at] as number] === DIGIT) at += 1;
  return at;
}

/** Position of the bracket that closes a literal string whose first byte is at `from`. */
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

/**
 * Whether ` 0 R` comes next and nothing that would go on with the R: the end of nearly every reference. False says
 * nothing, the reference may be spelled in another way.
 */
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

/** Length of ` 0 R`. */
export const USUAL_END_OF_REF = 4;

function endOfComment(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] !== LF && bytes[at] !== CR) at += 1;
  return at;
}
