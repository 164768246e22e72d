import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
  PDFString,
} from 'pdf-lib';
import { zlib } from '../node-modules.ts';
import { entriesOf } from '../pdf-lib-internals.ts';
import { SPACE, ZERO } from '../read/characters.ts';
import { AT_OFFSET, type EntryKind, FREE, IN_STREAM, UNKNOWN } from '../read/xref-index.ts';
import { ENTRY_LENGTH, GENERATION_DIGITS, OFFSET_DIGITS } from '../read/xref-runs.ts';
import type { ByteWriter } from './byte-writer.ts';
import { KEEP_REF, writeIndirectObject, writeObject } from './serialise.ts';
import { LAST_GENERATION, type XrefEntries } from './xref-entries.ts';

/** These entries belong to one section, not to the file. */
const SECTION_KEYS = new Set(
  [
    ...['Size', 'Prev', 'XRefStm', 'Type', 'W', 'Index'],
    // Written files are not encrypted.
    'Encrypt',
    // These entries describe the bytes of a stream (7.3.8.2).
    ...['Length', 'Filter', 'DecodeParms', 'F', 'FFilter', 'FDecodeParms', 'DL'],
  ].map((key) => PDFName.of(key)),
);

/** Every section repeats them (ISO 32000-1 7.5.6). */
export function copyTrailerEntries(trailer: PDFDict): Map<PDFName, PDFObject> {
  const repeated = new Map<PDFName, PDFObject>();
  for (const [key, value] of entriesOf(trailer)) {
    if (!SECTION_KEYS.has(key)) repeated.set(key, value);
  }
  return repeated;
}

/** The first half stays if it is a string (14.4). */
export function makeNextId(trailer: PDFDict, contentHash: string): PDFArray {
  const id = trailer.lookup(PDFName.of('ID'));
  const first = id instanceof PDFArray && id.size() > 0 ? id.lookup(0) : undefined;
  const next = PDFHexString.of(contentHash);
  const array = PDFArray.withContext(trailer.context);
  array.push(first instanceof PDFString || first instanceof PDFHexString ? first : next);
  array.push(next);
  return array;
}

export function makeTrailer(template: PDFDict, repeated: Map<PDFName, PDFObject>, size: number): PDFDict {
  const entries = new Map(repeated);
  entries.set(PDFName.of('Size'), PDFNumber.of(size));
  return PDFDict.fromMapWithContext(entries, template.context);
}

export type EntryNumbers = ArrayLike<number>;

interface Run {
  readonly from: number;
  readonly to: number;
}

const IN_USE = 0x6e;
const NOT_IN_USE = 0x66;
/** 7.5.8.3; unknown numbers are free. */
const TYPES: Readonly<Record<EntryKind, number>> = {
  [UNKNOWN]: 0,
  [FREE]: 0,
  [AT_OFFSET]: 1,
  [IN_STREAM]: 2,
};
const BATCH = 1024;
/** Compressing less saves nothing. */
const MIN_COMPRESSED_BYTES = 512;
/** PNG "Up" (ISO 32000-1 table 10), as offsets differ in the low bytes only. */
const PREDICTOR_UP = 12;
/** This level takes half the time of zlib's default for hardly more bytes. */
const LEVEL = 3;
/** Numbers up to this one can be shifted. */
const MAX_INT32 = 2 ** 31 - 1;
const ROW_FILTER_UP = 2;

/** `start` counts from the header. */
export function writeXrefTable(
  writer: ByteWriter,
  numbers: EntryNumbers,
  entries: XrefEntries,
  trailer: PDFDict,
  start: number,
): void {
  writer.text('xref\n');
  for (const { from, to } of listRuns(numbers)) {
    writer.text(`${numbers[from] ?? 0} ${to - from}\n`);
    for (let at = from; at < to; at += BATCH)
      writer.bytes(formatEntries(numbers, entries, at, Math.min(to, at + BATCH)));
  }
  writer.text('trailer\n');
  writeObject(writer, trailer, KEEP_REF);
  writeEnd(writer, start);
}

export function writeXrefStream(
  writer: ByteWriter,
  numbers: EntryNumbers,
  entries: XrefEntries,
  trailer: PDFDict,
  ref: PDFRef,
  start: number,
): void {
  const widths = measureWidths(numbers, entries);
  const index = listRuns(numbers).flatMap(({ from, to }) => [numbers[from] ?? 0, to - from]);
  trailer.set(PDFName.of('Type'), PDFName.of('XRef'));
  trailer.set(PDFName.of('W'), numberArray(trailer, widths));
  trailer.set(PDFName.of('Index'), numberArray(trailer, index));
  const contents = packRows(numbers, entries, widths, trailer);
  writeIndirectObject(writer, ref, PDFRawStream.of(trailer, contents), KEEP_REF);
  writeEnd(writer, start);
}

function writeEnd(writer: ByteWriter, start: number): void {
  writer.text(`\nstartxref\n${start}\n%%EOF\n`);
}

function listRuns(numbers: EntryNumbers): Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (let at = 1; at <= numbers.length; at += 1) {
    if (at < numbers.length && numbers[at] === (numbers[at - 1] ?? 0) + 1) continue;
    runs.push({ from, to: at });
    from = at;
  }
  return numbers.length === 0 ? [] : runs;
}

function formatEntries(numbers: EntryNumbers, entries: XrefEntries, from: number, to: number): Uint8Array {
  const bytes = Buffer.alloc((to - from) * ENTRY_LENGTH, SPACE);
  for (let at = from; at < to; at += 1)
    formatEntry(bytes, (at - from) * ENTRY_LENGTH, numbers[at] ?? 0, entries);
  return bytes;
}

function formatEntry(bytes: Uint8Array, at: number, number: number, entries: XrefEntries): void {
  const isInUse = entries.kind(number) === AT_OFFSET;
  writeDigits(bytes, at, OFFSET_DIGITS, isInUse ? entries.offsetOrStream(number) : 0);
  const generation = isInUse ? entries.generationOrIndex(number) : LAST_GENERATION;
  writeDigits(bytes, at + OFFSET_DIGITS + 1, GENERATION_DIGITS, generation);
  bytes[at + ENTRY_LENGTH - 3] = isInUse ? IN_USE : NOT_IN_USE;
  bytes[at + ENTRY_LENGTH - 1] = 0x0a;
}

function writeDigits(bytes: Uint8Array, at: number, count: number, value: number): void {
  let rest = value;
  let i = at + count;
  for (; rest > 0 && i > at; rest = Math.floor(rest / 10)) {
    i -= 1;
    bytes[i] = ZERO + (rest % 10);
  }
  while (i > at) {
    i -= 1;
    bytes[i] = ZERO;
  }
}

function measureWidths(numbers: EntryNumbers, entries: XrefEntries): [number, number, number] {
  let largestSecond = 0;
  let largestThird = 0;
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] as number;
    const type = TYPES[entries.kind(number)];
    const second = type === 0 ? 0 : entries.offsetOrStream(number);
    const third = type === 0 ? LAST_GENERATION : entries.generationOrIndex(number);
    if (second > largestSecond) largestSecond = second;
    if (third > largestThird) largestThird = third;
  }
  return [1, bytesFor(largestSecond), bytesFor(largestThird)];
}

function bytesFor(value: number): number {
  let width = 1;
  for (let capacity = 256; capacity <= value; capacity *= 256) width += 1;
  return width;
}

interface Rows {
  readonly bytes: Uint8Array;
  readonly rowLength: number;
}

function packEntries(
  numbers: EntryNumbers,
  entries: XrefEntries,
  widths: readonly [number, number, number],
  headLength: number,
): Rows {
  const [typeWidth, secondWidth, thirdWidth] = widths;
  const rowLength = headLength + typeWidth + secondWidth + thirdWidth;
  const bytes = new Uint8Array(numbers.length * rowLength);
  for (let row = 0, at = headLength; row < numbers.length; row += 1, at += rowLength) {
    const number = numbers[row] as number;
    const type = TYPES[entries.kind(number)];
    packNumber(bytes, at, typeWidth, type);
    packNumber(bytes, at + typeWidth, secondWidth, type === 0 ? 0 : entries.offsetOrStream(number));
    const third = type === 0 ? LAST_GENERATION : entries.generationOrIndex(number);
    packNumber(bytes, at + typeWidth + secondWidth, thirdWidth, third);
  }
  return { bytes, rowLength };
}

function packNumber(bytes: Uint8Array, at: number, width: number, value: number): void {
  let i = at + width - 1;
  let rest = value;
  for (; rest > MAX_INT32; i -= 1) {
    bytes[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  for (let short = rest | 0; short > 0; i -= 1) {
    bytes[i] = short;
    short >>= 8;
  }
}

/** Sets the filter in its dictionary. */
function packRows(
  numbers: EntryNumbers,
  entries: XrefEntries,
  widths: readonly [number, number, number],
  dict: PDFDict,
): Uint8Array {
  const columns = widths.reduce((sum, width) => sum + width, 0);
  if (numbers.length * columns < MIN_COMPRESSED_BYTES) return packEntries(numbers, entries, widths, 0).bytes;
  dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
  dict.set(PDFName.of('DecodeParms'), dict.context.obj({ Predictor: PREDICTOR_UP, Columns: columns }));
  const rows = packEntries(numbers, entries, widths, 1);
  predictUp(rows);
  return zlib().deflateSync(rows.bytes, { level: LEVEL });
}

/** Each byte becomes the difference to the row above. */
function predictUp({ bytes, rowLength }: Rows): void {
  for (let at = bytes.length - 1; at >= rowLength; at -= 1)
    bytes[at] = (bytes[at] as number) - (bytes[at - rowLength] as number);
  for (let at = 0; at < bytes.length; at += rowLength) bytes[at] = ROW_FILTER_UP;
}

function numberArray(dict: PDFDict, values: readonly number[]): PDFArray {
  const array = PDFArray.withContext(dict.context);
  for (const value of values) array.push(PDFNumber.of(value));
  return array;
}
