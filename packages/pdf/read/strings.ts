import { PDFHexString, type PDFName, type PDFObject, PDFString } from 'pdf-lib';
import { BACKSLASH, CR, DELETE, HASH, LF, latin1, SPACE, ZERO } from './characters.ts';

/** `#xx`, in a raw name without the slash; any other `#` stays (7.3.5). */
export function nameBytes(raw: Uint8Array): Uint8Array {
  if (!raw.includes(HASH)) return raw;
  const bytes = new Uint8Array(raw.length);
  let length = 0;
  for (let at = 0; at < raw.length; length += 1) {
    const code = raw[at] === HASH ? hexPair(raw, at + 1) : undefined;
    bytes[length] = code ?? (raw[at] as number);
    at += code === undefined ? 1 : 3;
  }
  return bytes.subarray(0, length);
}

function hexPair(bytes: Uint8Array, at: number): number | undefined {
  const high = hexDigit(bytes[at]);
  const low = hexDigit(bytes[at + 1]);
  return high === undefined || low === undefined ? undefined : high * 16 + low;
}

function hexDigit(byte: number | undefined): number | undefined {
  const value = Number.parseInt(String.fromCharCode(byte ?? 0), 16);
  return Number.isNaN(value) ? undefined : value;
}

/** ISO 32000-2 table D.2 defines the encoding. */
const FIRST_ACCENT = 0x18;
const ACCENTS = '\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc';
const FIRST_SIGN = 0x80;
const SIGNS =
  '\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018' +
  '\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e';
const EURO_CODE = 0xa0;
const UNDEFINED_CODES = [DELETE, 0x9f, 0xad];

const REPLACEMENT = '\ufffd';

/**
 * U+FFFD marks an undefined code. The standard maps 0x16 to U+0017 by mistake; like other readers, this table
 * does not.
 */
const CHARACTERS: readonly string[] = buildCharacters();

let codes: ReadonlyMap<string, number> | undefined;

/** Made on first use, since few texts need it. Control characters have no code, except tab, LF and CR. */
function listCodes(): ReadonlyMap<string, number> {
  codes ??= new Map(
    CHARACTERS.flatMap((character, code) =>
      character === REPLACEMENT || /[^\P{Cc}\t\n\r]/u.test(character) ? [] : [[character, code] as const],
    ),
  );
  return codes;
}

export function decodePdfDocEncoding(bytes: Uint8Array): string {
  if (isSameInPdfDocEncoding(bytes)) return latin1(bytes);
  let text = '';
  for (const byte of bytes) text += CHARACTERS[byte];
  return text;
}

/** Returns undefined if a character has no code. */
export function encodePdfDocEncoding(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  const known = listCodes();
  for (let index = 0; index < text.length; index += 1) {
    const code = known.get(text.charAt(index));
    if (code === undefined) return undefined;
    bytes[index] = code;
  }
  return bytes;
}

function isSameInPdfDocEncoding(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte >= DELETE || (byte >= FIRST_ACCENT && byte < SPACE)) return false;
  }
  return true;
}

function buildCharacters(): string[] {
  const characters = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
  characters.splice(FIRST_ACCENT, ACCENTS.length, ...ACCENTS);
  characters.splice(FIRST_SIGN, SIGNS.length, ...SIGNS);
  characters[EURO_CODE] = '\u20ac';
  for (const code of UNDEFINED_CODES) characters[code] = REPLACEMENT;
  return characters;
}

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

/** Resolves escapes (7.3.4.2). Returns the input itself if there is nothing to resolve. */
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

/** Returns the byte and the index of the next raw byte; a continued line has no byte. */
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

/** ISO 32000-1 7.9.2.2 defines the byte order marks, and ISO 32000-2 the one of UTF-8. */
const ENCODING_MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-16be', [0xfe, 0xff]],
  // This mark is not in the standard, but common.
  ['utf-16le', [0xff, 0xfe]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
];

/** Names have no byte order mark. Creating a decoder is expensive. */
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const ESCAPE = '\u001b';

/** A language tag is between two escapes (ISO 32000-1 7.9.2.2). */
const LANGUAGE_TAG = new RegExp(`${ESCAPE}[A-Za-z]{2,3}(?:-?[A-Za-z]{2})?${ESCAPE}`, 'g');

const LITERAL_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '(': '\\(',
  ')': '\\)',
  // A bare CR would be read as LF.
  '\r': '\\r',
  '\n': '\\n',
};

/**
 * Decodes a text string in PDFDocEncoding, UTF-16 or UTF-8, without language tags. Returns undefined if the
 * object is not a string. Invalid sequences become U+FFFD.
 */
export function decodeTextString(object: PDFObject | undefined): string | undefined {
  if (object instanceof PDFString && PLAIN_ASCII.test(object.asString())) return object.asString();
  const bytes = stringBytes(object);
  return bytes === undefined ? undefined : decodeTextBytes(bytes);
}

/** Decodes the bytes of a text stream or an unescaped text string. */
export function decodeTextBytes(bytes: Uint8Array): string {
  const encoding = findEncoding(bytes);
  if (encoding === undefined) return decodePdfDocEncoding(bytes);
  // Half a UTF-16 unit at the end is left out.
  const whole = encoding === 'utf-8' ? bytes : bytes.subarray(0, bytes.length - (bytes.length % 2));
  return new TextDecoder(encoding).decode(whole).replace(LANGUAGE_TAG, '');
}

/** Decodes a name for display: UTF-8 (ISO 32000-1 7.3.5), otherwise PDFDocEncoding. */
export function decodeName(name: PDFName): string {
  return decodeNameBytes(name.asBytes());
}

export function decodeNameBytes(bytes: Uint8Array): string {
  if (isAscii(bytes)) return latin1(bytes);
  try {
    return STRICT_UTF8.decode(bytes);
  } catch {
    return decodePdfDocEncoding(bytes);
  }
}

/** Characters that a literal string has as they are. */
const PLAIN_ASCII = /^[\x20-\x27\x2a-\x5b\x5d-\x7e]*$/;

/**
 * Encodes a text string: a literal in PDFDocEncoding if possible, otherwise UTF-16BE. A lone surrogate
 * becomes U+FFFD.
 */
export function encodeTextString(text: string): PDFHexString | PDFString {
  if (PLAIN_ASCII.test(text)) return PDFString.of(text);
  const bytes = encodePdfDocEncoding(text);
  if (bytes === undefined || findEncoding(bytes) !== undefined) return encodeUtf16(text);
  return PDFString.of(latin1(bytes).replace(/[\\()\r\n]/g, (character) => LITERAL_ESCAPES[character] ?? ''));
}

function isAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] as number) > 0x7f) return false;
  }
  return true;
}

function encodeUtf16(text: string): PDFHexString {
  const bytes = Buffer.from(`\ufeff${text.replace(/\p{Surrogate}/gu, '\ufffd')}`, 'utf16le').swap16();
  return PDFHexString.of(bytes.toString('hex').toUpperCase());
}

function findEncoding(bytes: Uint8Array): string | undefined {
  return ENCODING_MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
}
