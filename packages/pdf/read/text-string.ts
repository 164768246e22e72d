import { PDFHexString, type PDFName, type PDFObject, PDFString } from 'pdf-lib';
import { latin1 } from './characters.ts';
import { decodePdfDocEncoding, encodePdfDocEncoding } from './pdf-doc-encoding.ts';
import { stringBytes } from './string-bytes.ts';

/** Byte order marks (ISO 32000-1 7.9.2.2; UTF-8 since ISO 32000-2). */
const ENCODING_MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-16be', [0xfe, 0xff]],
  // Not in the standard, but common.
  ['utf-16le', [0xff, 0xfe]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
];

/** Names have no byte order mark. Creating a decoder is expensive. */
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const ESCAPE = '\u001b';

/** Between two escapes (ISO 32000-1 7.9.2.2). */
const LANGUAGE_TAG = new RegExp(`${ESCAPE}[A-Za-z]{2,3}(?:-?[A-Za-z]{2})?${ESCAPE}`, 'g');

const LONE_SURROGATE = /\p{Surrogate}/gu;

const LITERAL_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '(': '\\(',
  ')': '\\)',
  // Else it would be read as LF.
  '\r': '\\r',
  '\n': '\\n',
};

/**
 * Decodes a text string in PDFDocEncoding, UTF-16 or UTF-8, without language tags. Returns undefined if the
 * object is not a string. Invalid sequences become U+FFFD.
 */
export function decodeTextString(object: PDFObject | undefined): string | undefined {
  const bytes = stringBytes(object);
  return bytes === undefined ? undefined : decodeTextBytes(bytes);
}

/** Decodes the bytes of a text stream or an unescaped text string. */
export function decodeTextBytes(bytes: Uint8Array): string {
  const encoding = findEncoding(bytes);
  if (encoding === undefined) return decodePdfDocEncoding(bytes);
  // Without half a UTF-16 unit.
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

/**
 * Encodes a text string: a literal in PDFDocEncoding if possible, otherwise UTF-16BE. A lone surrogate
 * becomes U+FFFD.
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
