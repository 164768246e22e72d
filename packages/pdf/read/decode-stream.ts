import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, type PDFStream } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { type Budget, DEFAULT_LIMITS, tooComplex } from '../limits.ts';
import { decodeAscii85, decodeAsciiHex } from './filters/ascii.ts';
import { decodeFlate, decodeSoundFlate } from './filters/flate.ts';
import { decodeLzw } from './filters/lzw.ts';
import { undoPredictor } from './filters/predictor.ts';
import { decodeRunLength } from './filters/run-length.ts';

/** Per byte of a stream that cannot be inflated. */
const BYTES_FOR_BROKEN = 200;

type Decoder = (bytes: Uint8Array, limit: number, parameters: PDFDict | undefined) => Uint8Array;

const flate: Decoder = (bytes, limit, parameters) => undoPredictor(decodeFlate(bytes, limit), parameters);
const lzw: Decoder = (bytes, limit, parameters) => {
  return undoPredictor(decodeLzw(bytes, limit, isEarly(parameters)), parameters);
};

const soundFlate: Decoder = (bytes, limit, parameters) =>
  undoPredictor(decodeSoundFlate(bytes, limit), parameters);

/** Of structure and text (ISO 32000-1 7.4). */
const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['/FlateDecode', flate],
  ['/Fl', flate],
  ['/LZWDecode', lzw],
  ['/LZW', lzw],
  ['/ASCIIHexDecode', decodeAsciiHex],
  ['/AHx', decodeAsciiHex],
  ['/ASCII85Decode', decodeAscii85],
  ['/A85', decodeAscii85],
  ['/RunLengthDecode', decodeRunLength],
  ['/RL', decodeRunLength],
  // Encrypted files are refused.
  ['/Crypt', (bytes) => bytes],
]);

const SOUND_DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ...DECODERS,
  ['/FlateDecode', soundFlate],
  ['/Fl', soundFlate],
]);

/**
 * Decodes a stream. Throws `too_complex` above `limit` bytes or when the budget is spent, and `damaged` if
 * a filter is unknown or its data is unusable. The budget counts the output of every filter.
 */
export function decodeStream(stream: PDFStream, limit: number, budget?: Budget): Uint8Array {
  return applyFilters(stream, DECODERS, limit, budget);
}

/** Truncates Flate data where it is damaged. */
export function decodeSoundPart(stream: PDFStream, limit: number): Uint8Array {
  return applyFilters(stream, SOUND_DECODERS, limit, undefined);
}

function applyFilters(
  stream: PDFStream,
  decoders: ReadonlyMap<string, Decoder>,
  limit: number,
  budget: Budget | undefined,
): Uint8Array {
  const filters = listFilters(stream.dict);
  if (filters.length > DEFAULT_LIMITS.filters) throw tooComplex('filters', DEFAULT_LIMITS.filters);
  let bytes = stream.getContents();
  if (filters.length === 0) budget?.spend(bytes.length);
  for (const filter of filters) {
    bytes = applyFilter(bytes, filter, decoders, limit, budget);
    budget?.spend(bytes.length);
  }
  return bytes;
}

interface StreamFilter {
  readonly name: string;
  readonly parameters: PDFDict | undefined;
}

function listFilters(dict: PDFDict): StreamFilter[] {
  const names = asList(dict, 'Filter');
  const parameters = asList(dict, 'DecodeParms');
  return names.map((name, index) => {
    const candidate = parameters[index];
    return { name: String(name), parameters: candidate instanceof PDFDict ? candidate : undefined };
  });
}

function asList(dict: PDFDict, key: string): (PDFObject | undefined)[] {
  const value = dict.lookup(PDFName.of(key));
  if (value instanceof PDFArray) return value.asArray().map((item) => dict.context.lookup(item));
  return value === undefined ? [] : [value];
}

function applyFilter(
  bytes: Uint8Array,
  { name, parameters }: StreamFilter,
  decoders: ReadonlyMap<string, Decoder>,
  limit: number,
  budget: Budget | undefined,
): Uint8Array {
  const decode = decoders.get(name);
  if (decode === undefined) {
    throw new PdfError('damaged', `Cannot decode a stream with filter ${name}`, { filter: name });
  }
  try {
    return decode(bytes, limit, parameters);
  } catch (error) {
    budget?.spend(bytes.length * BYTES_FOR_BROKEN);
    throw error;
  }
}

function isEarly(parameters: PDFDict | undefined): boolean {
  const value = parameters?.lookup(PDFName.of('EarlyChange'));
  return !(value instanceof PDFNumber && value.asNumber() === 0);
}
