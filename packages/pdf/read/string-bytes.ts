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

/** 7.3.4.2. The input itself if there is nothing to resolve. */
export function unescapeLiteral(raw: Uint8Array): Uint8Array {
  if (!raw.includes(BACKSLASH) && !raw.includes(CR)) return raw;
  const bytes = new Uint8Array(raw.length);
  let length = 0;
  for (let at = 0; at < raw.length; ) {
    const { byte, next } = raw[at] === BACKSLASH ? readEscape(raw, at + 1) : readUnescaped(raw, at);
    if (byte !== undefined) bytes[length++] = byte;
    at = next;
  }
  return bytes.subarray(0, length);
}

/** Skips other characters; a missing last digit is 0 (7.3.4.3). */
export function decodeHex(digits: string): Uint8Array {
  const pure = /[^0-9a-fA-F]/.test(digits) ? digits.replace(/[^0-9a-fA-F]/g, '') : digits;
  return Buffer.from(pure.length % 2 === 0 ? pure : `${pure}0`, 'hex');
}

/** With the index of the next raw byte; a continued line has no byte. */
interface DecodedByte {
  readonly byte: number | undefined;
  readonly next: number;
}

/** Every line break becomes LF. */
function readUnescaped(raw: Uint8Array, at: number): DecodedByte {
  const byte = raw[at];
  return byte === CR ? { byte: LF, next: afterLineBreak(raw, at) } : { byte, next: at + 1 };
}

/** After the backslash, which is ignored before unknown characters. */
function readEscape(raw: Uint8Array, at: number): DecodedByte {
  const byte = raw[at];
  if (byte === undefined) return { byte, next: at };
  if (byte === CR || byte === LF) return { byte: undefined, next: afterLineBreak(raw, at) };
  if (isOctal(byte)) return readOctal(raw, at);
  return { byte: ESCAPES.get(byte) ?? byte, next: at + 1 };
}

/** One to three digits; overflow is ignored. */
function readOctal(raw: Uint8Array, start: number): DecodedByte {
  let value = 0;
  let at = start;
  for (; at < start + MAX_OCTAL_DIGITS && isOctal(raw[at]); at += 1) {
    value = value * 8 + (raw[at] ?? ZERO) - ZERO;
  }
  return { byte: value & 0xff, next: at };
}

function afterLineBreak(raw: Uint8Array, at: number): number {
  return raw[at] === CR && raw[at + 1] === LF ? at + 2 : at + 1;
}

function isOctal(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte < ZERO + 8;
}
