/**
 * Modules that look at every byte copy these into constants of their own, because V8 checks an imported
 * binding at each use: docs/decisions/0017-reading-by-bytes.md.
 */

export const WHITESPACE = 1;
export const DELIMITER = 2;
export const DIGIT = 4;

export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const PERCENT = 0x25;
export const PAREN_OPEN = 0x28;
export const PAREN_CLOSE = 0x29;
export const PLUS = 0x2b;
export const MINUS = 0x2d;
export const DOT = 0x2e;
export const SLASH = 0x2f;
export const ZERO = 0x30;
export const LESS = 0x3c;
export const GREATER = 0x3e;
export const BRACKET_OPEN = 0x5b;
export const BACKSLASH = 0x5c;
export const BRACKET_CLOSE = 0x5d;
export const LETTER_R = 0x52;
export const HASH = 0x23;
export const DELETE = 0x7f;

/** The class of a regular character other than a digit is 0. */
export const CHARACTER_CLASS: Readonly<Uint8Array> = buildClasses();

export function isWhitespace(byte: number | undefined): boolean {
  return byte !== undefined && CHARACTER_CLASS[byte] === WHITESPACE;
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && CHARACTER_CLASS[byte] === DIGIT;
}

/** Decodes one character for each byte. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return Buffer.prototype.latin1Slice.call(bytes, start, end);
}

/** Searches for ASCII text. Returns -1 if it is not found. */
export function indexOfText(bytes: Uint8Array, text: string, from = 0): number {
  return asBuffer(bytes).indexOf(text, from, 'latin1');
}

/** Searches backwards for ASCII text. Returns -1 if it is not found. */
export function lastIndexOfText(bytes: Uint8Array, text: string): number {
  return asBuffer(bytes).lastIndexOf(text, undefined, 'latin1');
}

export function startsWithText(bytes: Uint8Array, position: number, text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    if (bytes[position + i] !== text.charCodeAt(i)) return false;
  }
  return true;
}

export function skipWhitespace(bytes: Uint8Array, position: number): number {
  let at = position;
  while (at < bytes.length && isWhitespace(bytes[at])) at += 1;
  return at;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function buildClasses(): Uint8Array {
  const classes = new Uint8Array(256);
  for (const code of [0, 9, 10, 12, 13, 32]) classes[code] = WHITESPACE;
  for (const char of '()<>[]{}/%') classes[char.charCodeAt(0)] = DELIMITER;
  for (let code = ZERO; code < ZERO + 10; code += 1) classes[code] = DIGIT;
  return classes;
}

/** Exact in a double, so that a quotient is rounded only once. */
const POWERS_OF_TEN = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

/** Later minus signs are ignored. */
const NUMBER = /^[+-]*([\d-]*\.?[\d-]*)/;

/** V8's small integer: one double among them makes all later walks twice as slow. */
export function toInteger(position: number): number {
  const integer = position | 0;
  return integer === position ? integer : position;
}

/** Parses bytes that are digits only. */
export function parseDigits(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) value = value * 10 + (bytes[at] as number) - ZERO;
  return value;
}

/**
 * ISO 32000-1 7.3.3, as tolerant as Poppler and pdf.js: `--5` is -5, `5-3` is 53, `1.5e2` is 1.5. 0 if it is
 * not a number.
 */
export function parseNumber(bytes: Uint8Array, start: number, end: number): number {
  return parseSimpleNumber(bytes, start, end) ?? parseOddNumber(bytes, start, end);
}

/** Parses up to 15 digits. Returns undefined for any other syntax. */
function parseSimpleNumber(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (end - start >= POWERS_OF_TEN.length) return undefined;
  const sign = bytes[start];
  const first = sign === MINUS || sign === PLUS ? start + 1 : start;
  let value = 0;
  let dot = end;
  for (let at = first; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte === DOT && dot === end) dot = at;
    else if (isDigit(byte)) value = value * 10 + byte - ZERO;
    else return undefined;
  }
  const size = dot < end ? value / (POWERS_OF_TEN[end - dot - 1] ?? 1) : value;
  return sign === MINUS && size !== 0 ? -size : size;
}

function parseOddNumber(bytes: Uint8Array, start: number, end: number): number {
  const text = latin1(bytes.subarray(start, end));
  const digits = NUMBER.exec(text)?.[1]?.replaceAll('-', '') ?? '';
  const isNegative = /^[+-]*/.exec(text)?.[0].endsWith('-') ?? false;
  const size = Number.parseFloat(digits);
  if (!Number.isFinite(size) || size === 0) return 0;
  return isNegative ? -size : size;
}
