import { inflateSync } from 'node:zlib';
import { PDFArray, type PDFDict, PDFName, PDFNumber, type PDFStream } from 'pdf-lib';
import { decodeStream } from '../read/decode-stream.ts';
import { hasIndirectEntry } from '../read/indirect-entries.ts';
import type { ObjectReader } from '../read/object-reader.ts';

const DIRECT_KEYS = ['Type', 'N', 'First', 'Length', 'Filter', 'DecodeParms'];
/** Some readers take these for /Filter, /DecodeParms or an external file. */
const OTHER_KEYS = ['F', 'FFilter', 'FDecodeParms', 'DP', 'XRefStm'].map((key) => PDFName.of(key));
const FLATE = PDFName.of('FlateDecode');
const FIRST_PNG_PREDICTOR = 10;
const LAST_PNG_PREDICTOR = 15;
const LAST_PNG_FILTER = 4;

/**
 * Decodes a cross-reference or object stream that every reader decodes alike: without a filter, or undamaged Flate
 * data, perhaps with PNG prediction. Returns undefined for any other.
 */
export function decodeStrictly(reader: ObjectReader, stream: PDFStream): Uint8Array | undefined {
  const { dict } = stream;
  if (OTHER_KEYS.some((key) => dict.has(key)) || hasIndirectEntry(dict, DIRECT_KEYS)) return undefined;
  const { limits, inflated } = reader;
  const decoded = decodeStream(stream, limits.inflatedStream, inflated);
  if (!dict.has(PDFName.of('Filter'))) return decoded;
  const columns = readColumns(dict);
  if (onlyItem(dict, 'Filter') !== FLATE || columns === undefined) return undefined;
  const data = inflateWhole(stream.getContents(), limits.inflatedStream);
  return data !== undefined && (columns === 0 || hasWholeRows(data, columns)) ? decoded : undefined;
}

/** Returns 0 without a predictor, and undefined for unusual parameters. */
function readColumns(dict: PDFDict): number | undefined {
  const parameters = onlyItem(dict, 'DecodeParms');
  if (parameters === undefined) return dict.has(PDFName.of('DecodeParms')) ? undefined : 0;
  if (!('get' in parameters)) return undefined;
  const numbers = ['Predictor', 'Columns', 'Colors', 'BitsPerComponent'].map((key) => {
    const value = (parameters as PDFDict).get(PDFName.of(key));
    return value instanceof PDFNumber ? value.asNumber() : value === undefined ? undefined : Number.NaN;
  });
  const [predictor = 1, columns = 1, colors = 1, bits = 8] = numbers;
  if (predictor === 1) return 0;
  const isPng = predictor >= FIRST_PNG_PREDICTOR && predictor <= LAST_PNG_PREDICTOR;
  return isPng && columns > 0 && colors === 1 && bits === 8 ? columns : undefined;
}

/** Returns an entry, or the item of an array of one. */
function onlyItem(dict: PDFDict, key: string) {
  const value = dict.get(PDFName.of(key));
  if (!(value instanceof PDFArray)) return value;
  return value.size() === 1 ? value.get(0) : undefined;
}

/** Returns undefined for truncated data and wrong checksums, which readers treat differently. */
function inflateWhole(bytes: Uint8Array, limit: number): Uint8Array | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: limit });
  } catch {
    return undefined;
  }
}

function hasWholeRows(data: Uint8Array, columns: number): boolean {
  const row = columns + 1;
  if (data.length % row !== 0) return false;
  for (let at = 0; at < data.length; at += row) if ((data[at] ?? 0) > LAST_PNG_FILTER) return false;
  return true;
}
