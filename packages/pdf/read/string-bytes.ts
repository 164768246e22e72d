import { PDFHexString, type PDFObject, PDFString } from 'pdf-lib';
import { BACKSLASH, CR, LF, ZERO } from './characters.ts';

const ESCAPES: ReadonlyMap<number, number> = new Map(
  ['n\n', 'r\r', 't\t', 'b\b', 'f\f'].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]),
);

const MAX_OCTAL_DIGITS = 3;

/**
 * Returns the bytes of a string object; undefined for any other. Unlike pdf-lib's `asBytes`, it normalizes
 * line breaks and joins continued lines.
 */
export function stringBytes(object: PDFObject | undefined): Uint8Array | undefined {
  if (object instanceof PDFString) return unescapeLiteral(Buffer.from(object.asString(), 'latin1'));
  if (object instanceof PDFHexString) return decodeHex(object.asString());
  return undefined;
}

/** Decodes a raw literal string (7.3.4.2). Returns the input itself if there is nothing to resolve. */
export function unescapeLiteral(spelling: Uint8Array): Uint8Array {
  if (!spelling.includes(BACKSLASH) && !spelling.includes(CR)) return spelling;
  const bytes = new Uint8Array(spelling.length);
  let length = 0;
  for (let at = 0; at < spelling.length; ) {
    const { byte, next } =
      spelling[at] === BACKSLASH ? readEscape(spelling, at + 1) : readPlain(spelling, at);
    if (byte !== undefined) bytes[length++] = byte;
    at = next;
  }
  return bytes.subarray(0, length);
}

/** Decodes a hex string. Skips other characters; a missing last digit is 0 (7.3.4.3). */
export function decodeHex(digits: string): Uint8Array {
  const pure = /[^0-9a-fA-F]/.test(digits) ? digits.replace(/[^0-9a-fA-F]/g, '') : digits;
  return Buffer.from(pure.length % 2 === 0 ? pure : `${pure}0`, 'hex');
}

/** A decoded byte and the index of the next raw one; a continued line has no byte. */
interface SpelledByte {
  readonly byte: number | undefined;
  readonly next: number;
}

/** Every line break becomes LF. */
function readPlain(spelling: Uint8Array, at: number): SpelledByte {
  const byte = spelling[at];
  return byte === CR ? { byte: LF, next: afterLineBreak(spelling, at) } : { byte, next: at + 1 };
}

/** `at` is the index after the backslash, which is ignored before unknown characters. */
function readEscape(spelling: Uint8Array, at: number): SpelledByte {
  const byte = spelling[at];
  if (byte === undefined) return { byte, next: at };
  if (byte === CR || byte === LF) return { byte: undefined, next: afterLineBreak(spelling, at) };
  if (isOctal(byte)) return readOctal(spelling, at);
  return { byte: ESCAPES.get(byte) ?? byte, next: at + 1 };
}

/** One to three digits; overflow is ignored. */
function readOctal(spelling: Uint8Array, start: number): SpelledByte {
  let value = 0;
  let at = start;
  for (; at < start + MAX_OCTAL_DIGITS && isOctal(spelling[at]); at += 1) {
    value = value * 8 + (spelling[at] ?? ZERO) - ZERO;
  }
  return { byte: value & 0xff, next: at };
}

function afterLineBreak(spelling: Uint8Array, at: number): number {
  return spelling[at] === CR && spelling[at + 1] === LF ? at + 2 : at + 1;
}

function isOctal(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte < ZERO + 8;
}
