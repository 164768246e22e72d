import { PDFName, PDFStream } from 'pdf-lib';
import { tooComplex } from '../limits.ts';
import type { PdfFile } from '../pdf-file.ts';
import { decodeStream } from '../read/decode-stream.ts';
import { asDict, lookupArray, lookupDict, lookupName } from '../read/lookup.ts';
import { stringBytes } from '../read/string-bytes.ts';
import { decodeTextBytes } from '../read/text-string.ts';

const KEY_NAME = PDFName.of('UF');
const KEY_OLD_NAME = PDFName.of('F');
/** Real documents have a few. */
const MAX_ASSOCIATED_FILES = 1_000;

/**
 * Returns the bytes of the associated file with this name (ISO 32000-2 14.13), the last of several; undefined if
 * there is none. Throws `too_complex` for more than `limit` bytes, `damaged` if they cannot be decoded.
 */
export function readAttachment(file: PdfFile, name: string, limit: number): Uint8Array | undefined {
  const associated = lookupArray(file.catalog, 'AF')?.asArray().slice(-MAX_ASSOCIATED_FILES) ?? [];
  for (const item of associated.toReversed()) {
    const specification = asDict(file.context.lookup(item));
    if (specification === undefined || lookupName(specification, 'Type') !== 'Filespec') continue;
    const bytes = stringBytes(specification.lookup(KEY_NAME) ?? specification.lookup(KEY_OLD_NAME));
    if (bytes === undefined || decodeTextBytes(bytes) !== name) continue;
    const embedded = lookupDict(specification, 'EF')?.lookup(KEY_OLD_NAME);
    if (embedded instanceof PDFStream) return copyWithin(decodeStream(embedded, limit), limit);
  }
  return undefined;
}

/** Uncompressed streams are views of the file. */
function copyWithin(bytes: Uint8Array, limit: number): Uint8Array {
  if (bytes.length > limit) throw tooComplex('inflatedStream', limit);
  return new Uint8Array(bytes);
}
