import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFStream } from 'pdf-lib';
import { latin1 } from '../read/characters.ts';
import { lookupName } from '../read/lookup.ts';
import type { ObjectReader } from '../read/object-reader.ts';
import { MAX_GENERATION } from '../read/tokens.ts';
import { hasIndirectEntry } from '../read/tree-entries.ts';
import { ENTRY_LENGTH } from '../read/xref-runs.ts';
import { XREF_KEYS } from '../read/xref-stream.ts';
import { decodeStrictly, isStrictValue } from './strict-syntax.ts';

/** A visitor that returns false ends the reading. */
export interface SectionVisitor {
  /** `offset` counts from the start of the file. */
  object(number: number, generation: number, offset: number): boolean;
  member(number: number, stream: number, index: number): boolean;
}

export interface RevisionSection {
  /** The limit is one more than the highest number listed. */
  readonly limit: number;
  readonly size: number;
  /** The offset is relative to the header. */
  readonly previous: number | undefined;
  /** The offset after the section. */
  readonly end: number;
}

interface Frame {
  readonly reader: ObjectReader;
  /** The base is added to every offset. */
  readonly base: number;
  readonly visitor: SectionVisitor;
}

/** ISO 32000-1 7.5.4 defines the columns. */
const ENTRY = /^(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)$/;
const TABLE_START = /^xref[ \t]*(?:\r\n|\r|\n)/;
const SUBSECTION = /^(\d{1,10}) (\d{1,10})[ \t]*(?:\r\n|\r|\n)/;
const TRAILER = /^trailer[\0\t\n\f\r ]*(?=<<)/;
const HEAD_LENGTH = 64;
const INTEGERS = { hasOnlyIntegers: true } as const;
/** So many entries are read at once. */
const BATCH = 4096;
/** The dictionary of a section may be this long. */
const MAX_DICTIONARY_LENGTH = 64 * 1024;
/** Larger numbers in the fields are refused; some readers refuse longer fields. */
const MAX_FIELD_WIDTHS = [4, 8, 8];
const MAX_OFFSET = 9_999_999_999;

/** Reads a table with its trailer (ISO 32000-1 7.5.4). Returns undefined if it is not valid to the letter. */
export function readStrictTable(frame: Frame, start: number): RevisionSection | undefined {
  const { source } = frame.reader;
  const head = (offset: number) => latin1(source.read(offset, HEAD_LENGTH));
  const keyword = TABLE_START.exec(head(start))?.[0];
  if (keyword === undefined) return undefined;
  let limit = 0;
  let at = start + keyword.length;
  for (let line = SUBSECTION.exec(head(at)); line !== null; line = SUBSECTION.exec(head(at))) {
    const [first, count] = [Number(line[1]), Number(line[2])];
    at += line[0].length;
    if (!visitEntries(frame, at, first, count)) return undefined;
    limit = Math.max(limit, first + count);
    at += count * ENTRY_LENGTH;
  }
  const trailer = readTrailer(frame.reader, at);
  return trailer && { ...trailer, limit };
}

function visitEntries(
  { reader, base, visitor }: Frame,
  start: number,
  first: number,
  count: number,
): boolean {
  if (count * ENTRY_LENGTH > reader.source.size - start) return false;
  reader.xrefEntries.spend(count);
  for (let from = 0; from < count; from += BATCH) {
    const length = Math.min(BATCH, count - from) * ENTRY_LENGTH;
    const text = latin1(reader.source.read(start + from * ENTRY_LENGTH, length));
    for (let at = 0; at < length; at += ENTRY_LENGTH) {
      const entry = ENTRY.exec(text.slice(at, at + ENTRY_LENGTH));
      if (entry === null) return false;
      if (entry[3] === 'f') continue;
      const [offset, generation] = [Number(entry[1]), Number(entry[2])];
      const number = first + from + at / ENTRY_LENGTH;
      if (generation > MAX_GENERATION || !visitor.object(number, generation, offset + base)) return false;
    }
  }
  return true;
}

function readTrailer(reader: ObjectReader, start: number): Omit<RevisionSection, 'limit'> | undefined {
  const { source } = reader;
  const keyword = TRAILER.exec(latin1(source.read(start, HEAD_LENGTH)))?.[0];
  if (keyword === undefined) return undefined;
  const from = start + keyword.length;
  const trailer = reader.readDirectAt(from);
  const end = from + reader.parser.position;
  if (!(trailer instanceof PDFDict) || end - from > MAX_DICTIONARY_LENGTH) return undefined;
  const bytes = source.read(from, end - from);
  // The stream of a hybrid section, which readers rank differently, even if it is missing.
  if (trailer.has(PDFName.of('XRefStm'))) return undefined;
  const numbers = isStrictValue(bytes, 0, INTEGERS) ? readNumbers(trailer, bytes) : undefined;
  return numbers && { ...numbers, end };
}

/** A stream with the bytes up to its contents, and the offset after `endobj`. */
interface XrefStreamObject {
  readonly stream: PDFStream;
  readonly head: Uint8Array;
  readonly end: number;
}

/** Reads a cross-reference stream (7.5.8). Returns undefined if it is not valid to the letter. */
export function readStrictStream(
  frame: Frame,
  { stream, head, end }: XrefStreamObject,
): RevisionSection | undefined {
  const { dict } = stream;
  const numbers = head.length <= MAX_DICTIONARY_LENGTH ? readNumbers(dict, head) : undefined;
  const widths = integersAt(dict, 'W');
  if (numbers === undefined || lookupName(dict, 'Type') !== 'XRef') return undefined;
  if (hasIndirectEntry(dict, XREF_KEYS)) return undefined;
  if (widths?.length !== 3 || widths.some((width, at) => width > (MAX_FIELD_WIDTHS[at] ?? 0)))
    return undefined;
  const sections = dict.has(PDFName.of('Index')) ? integersAt(dict, 'Index') : [0, numbers.size];
  if (sections === undefined || sections.length % 2 !== 0) return undefined;
  const decoded = decodeStrictly(frame.reader, stream);
  const limit = decoded && visitSections(frame, new Rows(decoded, widths), sections);
  return limit === undefined ? undefined : { ...numbers, limit, end };
}

function visitSections(frame: Frame, rows: Rows, sections: readonly number[]): number | undefined {
  let limit = 0;
  for (let at = 0; at < sections.length; at += 2) {
    const [first = 0, count = 0] = [sections[at], sections[at + 1]];
    if (count > rows.left) return undefined;
    frame.reader.xrefEntries.spend(count);
    for (let number = first; number < first + count; number += 1) {
      if (!visitRow(frame, number, rows.next())) return undefined;
    }
    limit = Math.max(limit, first + count);
  }
  return rows.left === 0 ? limit : undefined;
}

/** Readers ignore other types than 0, 1 and 2, or the whole section; some refuse large numbers. */
function visitRow(
  { base, visitor }: Frame,
  number: number,
  [type, second, third]: readonly [number, number, number],
): boolean {
  if (second > MAX_OFFSET || third > MAX_GENERATION) return false;
  if (type === 1) return visitor.object(number, third, second + base);
  if (type === 2) return visitor.member(number, second, third);
  return type === 0;
}

class Rows {
  readonly #bytes: Uint8Array;
  readonly #widths: readonly number[];
  readonly #length: number;
  #at = 0;

  constructor(bytes: Uint8Array, widths: readonly number[]) {
    this.#bytes = bytes;
    this.#widths = widths;
    this.#length = widths.reduce((sum, width) => sum + width, 0);
  }

  /** Not an integer if the last row is incomplete; NaN for rows without fields. */
  get left(): number {
    return (this.#bytes.length - this.#at) / this.#length;
  }

  next(): [number, number, number] {
    const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = this.#widths;
    // The default is type 1 (7.5.8.3).
    const type = typeWidth === 0 ? 1 : this.#field(typeWidth);
    return [type, this.#field(secondWidth), this.#field(thirdWidth)];
  }

  #field(width: number): number {
    let value = 0;
    for (const end = this.#at + width; this.#at < end; this.#at += 1)
      value = value * 256 + (this.#bytes[this.#at] ?? 0);
    return value;
  }
}

/** Returns undefined unless /Size and /Prev are integers, not references, and written once without escapes. */
function readNumbers(
  dict: PDFDict,
  bytes: Uint8Array,
): Pick<RevisionSection, 'size' | 'previous'> | undefined {
  const text = latin1(bytes);
  const size = readNumber(dict, text, 'Size');
  const previous = dict.has(PDFName.of('Prev')) ? readNumber(dict, text, 'Prev') : undefined;
  const hasPrevious = /\/Prev(?![^\0\t\n\f\r ()<>[\]{}/%])/.test(text);
  return size === undefined || hasPrevious !== (previous !== undefined) ? undefined : { size, previous };
}

function readNumber(dict: PDFDict, text: string, key: string): number | undefined {
  const written = [...text.matchAll(new RegExp(`/${key}(?![^\\0\\t\\n\\f\\r ()<>[\\]{}/%])`, 'g'))];
  const value = text.slice((written[0]?.index ?? 0) + key.length + 1);
  if (written.length !== 1 || !/^[\0\t\n\f\r ]+\d{1,10}[\0\t\n\f\r ]*(?:\/|>>)/.test(value)) return undefined;
  const number = dict.get(PDFName.of(key));
  return number instanceof PDFNumber ? number.asNumber() : undefined;
}

function integersAt(dict: PDFDict, key: string): number[] | undefined {
  const array = dict.get(PDFName.of(key));
  if (!(array instanceof PDFArray)) return undefined;
  const values = array.asArray().map((item) => (item instanceof PDFNumber ? item.asNumber() : -1));
  return values.every((value) => Number.isSafeInteger(value) && value >= 0) ? values : undefined;
}
