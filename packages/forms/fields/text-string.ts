import { PDFHexString, type PDFName, type PDFObject, PDFString, pdfDocEncodingDecode } from 'pdf-lib';

/** Byte order marks that tell the encoding of a text string (ISO 32000-1 7.9.2.2; UTF-8 since ISO 32000-2). */
const ENCODING_MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-16be', [0xfe, 0xff]],
  // Not in the standard, written all the same.
  ['utf-16le', [0xff, 0xfe]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
];

/** Bytes decoded at once; pdf-lib passes each byte as an argument, and arguments live on the stack. */
const CHUNK = 8192;

const ESCAPE = '\u001b';

/** Decodes a text string (PDFDocEncoding, UTF-16 or UTF-8); undefined for anything else. */
export function decodeTextString(object: PDFObject | undefined): string | undefined {
  if (!(object instanceof PDFString || object instanceof PDFHexString)) return undefined;
  return decodeTextBytes(object.asBytes());
}

/** Decodes bytes that hold a text string, as a text stream does. */
export function decodeTextBytes(bytes: Uint8Array): string {
  const marked = ENCODING_MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (!marked) return decodePdfDocEncoding(bytes);
  return dropLanguageTags(new TextDecoder(marked[0]).decode(bytes));
}

/** Names are bytes: UTF-8 as ISO 32000-1 7.3.5 recommends, else what text strings have. */
export function decodeName(name: PDFName): string {
  const bytes = name.asBytes();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodePdfDocEncoding(bytes);
  }
}

/** The shortest form of a text that every reader understands: plain when ASCII, else UTF-16. */
export function encodeTextString(text: string): PDFHexString | PDFString {
  const isPlain = /^[\x20-\x7e]*$/.test(text);
  return isPlain ? PDFString.of(text.replace(/[\\()]/g, '\\$&')) : PDFHexString.fromText(text);
}

function decodePdfDocEncoding(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    text += pdfDocEncodingDecode(bytes.subarray(start, start + CHUNK));
  }
  return text;
}

/** A language tag inside a UTF-16 text: escape, two to four letters, escape (ISO 32000-1 7.9.2.2). */
function dropLanguageTags(text: string): string {
  if (!text.includes(ESCAPE)) return text;
  const parts = text.split(ESCAPE);
  const isTag = (part: string, index: number) =>
    index > 0 && index < parts.length - 1 && /^[a-z]{2,4}$/i.test(part);
  return parts.filter((part, index) => !isTag(part, index)).join('');
}
