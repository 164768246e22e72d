import { PDFHexString, type PDFName, type PDFObject, PDFString } from 'pdf-lib';
import { latin1 } from './characters.ts';
import { decodePdfDocEncoding, encodePdfDocEncoding } from './pdf-doc-encoding.ts';
import { stringBytes } from './string-bytes.ts';

/** Byte order marks that tell the encoding of a text string (ISO 32000-1 7.9.2.2; UTF-8 since ISO 32000-2). */
const ENCODING_MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-16be', [0xfe, 0xff]],
  // Not in the standard, written all the same.
  ['utf-16le', [0xff, 0xfe]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
];

/** Names have no byte order mark. A decoder costs more to make than a name to decode. */
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const ESCAPE = '\u001b';

/** A language, perhaps with a country, between two escapes (ISO 32000-1 7.9.2.2): says how to speak, not what. */
const LANGUAGE_TAG = new RegExp(`${ESCAPE}[A-Za-z]{2,3}(?:-?[A-Za-z]{2})?${ESCAPE}`, 'g');

/** Half of a surrogate pair without the other. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Text that a literal string can hold as it is, once its brackets and breaks are escaped. */
const LITERAL_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '(': '\\(',
  ')': '\\)',
  // Left alone, a CR would be read as LF.
  '\r': '\\r',
  '\n': '\\n',
};

/**
 * Text of a text string: PDFDocEncoding, or by its byte order mark UTF-16 or UTF-8. Undefined for anything but a
 * string. What is badly encoded becomes U+FFFD; language tags are left out.
 */
export function decodeTextString(object: PDFObject | undefined): string | undefined {
  const bytes = stringBytes(object);
  return bytes === undefined ? undefined : decodeTextBytes(bytes);
}

/** The same for bytes, as a text stream or an unescaped string has them. */
export function decodeTextBytes(bytes: Uint8Array): string {
  const encoding = findEncoding(bytes);
  if (encoding === undefined) return decodePdfDocEncoding(bytes);
  // Half a UTF-16 unit at the end is left out, as in other readers.
  const whole = encoding === 'utf-8' ? bytes : bytes.subarray(0, bytes.length - (bytes.length % 2));
  return new TextDecoder(encoding).decode(whole).replace(LANGUAGE_TAG, '');
}

/** Text of a name, for people: UTF-8 as ISO 32000-1 7.3.5 recommends, else PDFDocEncoding. */
export function decodeName(name: PDFName): string {
  return decodeNameBytes(name.asBytes());
}

/** The same for a name's bytes, `#xx` resolved. */
export function decodeNameBytes(bytes: Uint8Array): string {
  if (isAscii(bytes)) return latin1(bytes);
  try {
    return STRICT_UTF8.decode(bytes);
  } catch {
    return decodePdfDocEncoding(bytes);
  }
}

/**
 * A text string that every reader understands: a literal one in PDFDocEncoding when that has all characters, else
 * UTF-16BE. Half a surrogate pair becomes U+FFFD.
 */
export function encodeTextString(text: string): PDFHexString | PDFString {
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
  const bytes = Buffer.from(`\ufeff${text.replace(LONE_SURROGATE, '\ufffd')}`, 'utf16le').swap16();
  return PDFHexString.of(bytes.toString('hex').toUpperCase());
}

function findEncoding(bytes: Uint8Array): string | undefined {
  return ENCODING_MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
}
