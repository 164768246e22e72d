import { inflateRawSync, inflateSync, constants as zlib } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFStream,
} from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { tooComplex } from '../limits.ts';
import { undoPredictor } from './predictor.ts';

/** Encoded bytes that pdf-lib's own decoders (LZW, ASCII85, run length) are given: they know no output limit. */
const LARGEST_FOREIGN_INPUT = 4 * 1024 * 1024;
/** Filters on one stream. Two are common, three exist. */
const MOST_FILTERS = 8;

const EMPTY_CONTEXT = PDFContext.create();

const FLATE = new Set(['/FlateDecode', '/Fl']);
const FOREIGN = new Set([
  '/LZWDecode',
  '/LZW',
  '/ASCII85Decode',
  '/A85',
  '/ASCIIHexDecode',
  '/AHx',
  '/RunLengthDecode',
  '/RL',
]);
const FULL_NAMES: Readonly<Record<string, string>> = {
  '/LZW': 'LZWDecode',
  '/A85': 'ASCII85Decode',
  '/AHx': 'ASCIIHexDecode',
  '/RL': 'RunLengthDecode',
};

/**
 * The decoded bytes of a stream. Throws `too_complex` above `limit` bytes and `damaged` when a filter is unknown
 * (image filters are) or its data broken beyond use.
 */
export function decodeStream(stream: PDFStream, limit: number): Uint8Array {
  const filters = listFilters(stream.dict);
  if (filters.length > MOST_FILTERS) throw new PdfError('damaged', `A stream has ${filters.length} filters`);
  let bytes = stream.getContents();
  for (const { name, parameters } of filters) bytes = applyFilter(bytes, name, parameters, limit);
  return bytes;
}

interface StreamFilter {
  readonly name: string;
  readonly parameters: PDFDict | undefined;
}

function listFilters(dict: PDFDict): StreamFilter[] {
  const names = asList(dict, 'Filter', 'F');
  const parameters = asList(dict, 'DecodeParms', 'DP');
  return names.map((name, index) => {
    const candidate = parameters[index];
    return { name: String(name), parameters: candidate instanceof PDFDict ? candidate : undefined };
  });
}

function asList(dict: PDFDict, key: string, shortKey: string): (PDFObject | undefined)[] {
  const value = dict.lookup(PDFName.of(key)) ?? dict.lookup(PDFName.of(shortKey));
  if (value instanceof PDFArray) return value.asArray().map((item) => dict.context.lookup(item));
  return value === undefined ? [] : [value];
}

function applyFilter(
  bytes: Uint8Array,
  name: string,
  parameters: PDFDict | undefined,
  limit: number,
): Uint8Array {
  if (FLATE.has(name)) return undoPredictor(inflate(bytes, limit), parameters);
  if (FOREIGN.has(name)) return undoPredictor(decodeForeign(bytes, name, limit), parameters);
  if (name === '/Crypt') return bytes;
  throw new PdfError('damaged', `Cannot decode a stream with filter ${name}`, { filter: name });
}

/** Inflates; streams cut short give what they have, and a missing or wrong zlib header is passed over. */
function inflate(bytes: Uint8Array, limit: number): Uint8Array {
  const options = { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: limit };
  try {
    return inflateSync(bytes, options);
  } catch (error) {
    if (isOutputTooLarge(error)) throw tooComplex('inflatedStream', limit);
    return inflateWithoutHeader(bytes, options, limit);
  }
}

function inflateWithoutHeader(
  bytes: Uint8Array,
  options: { finishFlush: number; maxOutputLength: number },
  limit: number,
): Uint8Array {
  try {
    return inflateRawSync(bytes.subarray(2), options);
  } catch (error) {
    if (isOutputTooLarge(error)) throw tooComplex('inflatedStream', limit);
    throw new PdfError('damaged', 'A compressed stream cannot be inflated', {}, error);
  }
}

function isOutputTooLarge(error: unknown): boolean {
  return error instanceof RangeError || (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
}

function decodeForeign(bytes: Uint8Array, name: string, limit: number): Uint8Array {
  if (bytes.length > LARGEST_FOREIGN_INPUT) throw tooComplex('inflatedStream', limit);
  try {
    const stream = PDFRawStream.of(filterDict(name), bytes);
    return decodePDFRawStream(stream).decode();
  } catch (error) {
    throw new PdfError('damaged', `A stream with filter ${name} cannot be decoded`, {}, error);
  }
}

function filterDict(name: string): PDFDict {
  const entries = new Map<PDFName, PDFObject>([
    [PDFName.of('Filter'), PDFName.of(FULL_NAMES[name] ?? name.slice(1))],
    [PDFName.of('Length'), PDFNumber.of(0)],
  ]);
  return PDFDict.fromMapWithContext(entries, EMPTY_CONTEXT);
}
