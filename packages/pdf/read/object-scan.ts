import { Budget, type PdfLimits } from '../limits.ts';
import type { ByteSource } from './byte-source.ts';
import {
  CR,
  indexOfText,
  isDigit,
  isWhitespace,
  LF,
  latin1,
  skipWhitespace,
  startsWithText,
  ZERO,
} from './characters.ts';
import { MAX_GENERATION } from './tokens.ts';

const WINDOW = 1024 * 1024;
/** Two object headers within this distance are read at once. */
const SEEN_AS_ONE = 64 * 1024;
const MAX_WORD_LENGTH = 16;

/** Searches forwards with one window of the file in memory. */
export class ForwardSearch {
  readonly #source: ByteSource;
  #start = 0;
  #bytes: Uint8Array = new Uint8Array(0);

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** Moves the window if little of it is left there. */
  moveTo(at: number): void {
    const end = this.#start + this.#bytes.length;
    if (at >= this.#start && (at + SEEN_AS_ONE <= end || end === this.#source.size)) return;
    this.#start = at;
    this.#bytes = this.#source.read(at, WINDOW);
  }

  /** Returns -1 if no such word begins between `from` and `to`. */
  indexOf(word: string, from: number, to = this.#source.size): number {
    for (let at = from; at < to; ) {
      this.#move(at);
      const end = Math.min(to + word.length - 1, this.#start + this.#bytes.length);
      const found = indexOfText(this.#bytes.subarray(at - this.#start, end - this.#start), word);
      if (found >= 0) return at + found;
      const next = end - word.length + 1;
      if (next <= at) return -1;
      at = next;
    }
    return -1;
  }

  /** Returns bytes near the last match, as a view if possible. */
  slice(from: number, to: number): Uint8Array {
    if (from < this.#start || to > this.#start + this.#bytes.length)
      return this.#source.read(from, to - from);
    return this.#bytes.subarray(from - this.#start, to - this.#start);
  }

  #move(at: number): void {
    const end = this.#start + this.#bytes.length;
    if (at >= this.#start && (at + MAX_WORD_LENGTH <= end || end === this.#source.size)) return;
    this.#start = at;
    this.#bytes = this.#source.read(at, WINDOW);
  }
}

/** Finds a word for rising offsets, and searches the file once. */
class NextWord {
  readonly #search: ForwardSearch;
  readonly #word: string;
  readonly #size: number;
  #found = -1;

  constructor(source: ByteSource, word: string) {
    this.#search = new ForwardSearch(source);
    this.#word = word;
    this.#size = source.size;
  }

  /** Returns the offset of a word at or after `from`, or the size of the file. */
  after(from: number): number {
    if (this.#found >= from) return this.#found;
    const at = this.#search.indexOf(this.#word, from);
    this.#found = at < 0 ? this.#size : at;
    return this.#found;
  }
}

export interface ScannedObject {
  readonly number: number;
  readonly generation: number;
  readonly offset: number;
  readonly isObjectStream: boolean;
  readonly isXrefStream: boolean;
}

/** Objects are visited in the order of the file. */
export interface ScanVisitor {
  object(found: ScannedObject): void;
  /** `offset` is the one after the keyword. */
  trailer?(offset: number): void;
  /** `number` is of an object that contains `/Catalog`. */
  catalog?(number: number): void;
}

/** So many bytes are searched for /Length and /Type. */
const DICTIONARY_WINDOW = 4096;
const MAX_DIGITS = 10;
/** The longest header is like `1234567890 65535 `, with some white space. */
const MAX_HEADER_LENGTH = 64;

/** Scans a file in one pass without parsing, and skips streams. */
export function scanObjects(source: ByteSource, limits: PdfLimits, visitor: ScanVisitor): void {
  new ObjectScan(source, limits, visitor).run();
}

class ObjectScan {
  readonly #source: ByteSource;
  readonly #limits: PdfLimits;
  readonly #visitor: ScanVisitor;
  readonly #search: ForwardSearch;
  readonly #endstream: NextWord;
  readonly #endobj: NextWord;
  readonly #searched: Budget;
  #current = 0;

  constructor(source: ByteSource, limits: PdfLimits, visitor: ScanVisitor) {
    this.#source = source;
    this.#limits = limits;
    this.#visitor = visitor;
    this.#search = new ForwardSearch(source);
    this.#endstream = new NextWord(source, 'endstream');
    this.#endobj = new NextWord(source, 'endobj');
    this.#searched = new Budget('searchedBytes', limits.searchedBytes);
  }

  run(): void {
    const { size } = this.#source;
    for (let from = 0; from < size; ) {
      this.#search.moveTo(from);
      const at = this.#search.indexOf('obj', from);
      this.#visitBetween(from, at < 0 ? size : at);
      if (at < 0) return;
      from = this.#visitObject(at);
    }
  }

  /** Returns the offset to continue at. */
  #visitObject(at: number): number {
    const next = at + 'obj'.length;
    const header = this.#readHeaderBefore(at);
    if (header === undefined || header.number === 0 || header.number > this.#limits.objects) return next;
    const stream = this.#findStream(next);
    this.#visitor.object({ ...header, ...kindOf(stream?.dictionary ?? '') });
    this.#current = header.number;
    return stream === undefined ? next : this.#endOfStream(stream);
  }

  #visitBetween(from: number, to: number): void {
    if (this.#visitor.trailer !== undefined) {
      const keyword = 'trailer';
      for (let at = this.#search.indexOf(keyword, from, to); at >= 0; ) {
        this.#visitor.trailer(at + keyword.length);
        at = this.#search.indexOf(keyword, at + keyword.length, to);
      }
    }
    if (this.#visitor.catalog === undefined || this.#current === 0) return;
    if (this.#search.indexOf('/Catalog', from, to) >= 0) this.#visitor.catalog(this.#current);
  }

  /** Reads `12 0 ` backwards. */
  #readHeaderBefore(obj: number): ObjectHeader | undefined {
    const start = Math.max(0, obj - MAX_HEADER_LENGTH);
    const bytes = this.#search.slice(start, obj);
    const generation = readNumberBefore(bytes, bytes.length);
    if (generation === undefined) return undefined;
    const number = readNumberBefore(bytes, generation.start);
    if (number === undefined || number.end === generation.start) return undefined;
    return {
      number: number.value,
      generation: Math.min(generation.value, MAX_GENERATION),
      offset: start + number.start,
    };
  }

  #findStream(from: number): ScannedStream | undefined {
    const window = this.#search.slice(from, Math.min(this.#source.size, from + DICTIONARY_WINDOW));
    const endobj = indexOfText(window, 'endobj');
    if (endobj < 0) this.#searched.spend(window.length);
    const part = endobj < 0 ? window : window.subarray(0, endobj);
    for (let at = indexOfText(part, 'stream'); at >= 0; at = indexOfText(part, 'stream', at + 1)) {
      if (!followsDictionary(part, at)) continue;
      const start = skipLineEnd(window, at + 'stream'.length);
      return { start: from + start, dictionary: latin1(part.subarray(0, at)) };
    }
    return undefined;
  }

  /** The end is found by /Length if `endstream` is there, otherwise by the next keyword. */
  #endOfStream({ start, dictionary }: ScannedStream): number {
    const length = /\/Length\s+(\d{1,12})(?!\s+\d+\s+R)/.exec(dictionary)?.[1];
    if (length !== undefined) {
      const promised = start + Number(length);
      const tail = this.#search.slice(promised, Math.min(this.#source.size, promised + MAX_HEADER_LENGTH));
      const skipped = skipWhitespace(tail, 0);
      if (startsWithText(tail, skipped, 'endstream')) return promised + skipped;
    }
    // A damaged `endstream` must not swallow the next objects.
    const end = Math.min(this.#endstream.after(start), this.#endobj.after(start));
    return end < this.#source.size ? end : start;
  }
}

interface ObjectHeader {
  readonly number: number;
  readonly generation: number;
  readonly offset: number;
}

interface ScannedStream {
  readonly start: number;
  readonly dictionary: string;
}

function kindOf(dictionary: string): { isObjectStream: boolean; isXrefStream: boolean } {
  return {
    isObjectStream: dictionary.includes('/ObjStm'),
    isXrefStream: /\/Type\s*\/XRef/.test(dictionary),
  };
}

function readNumberBefore(
  bytes: Uint8Array,
  end: number,
): { value: number; start: number; end: number } | undefined {
  let last = end;
  while (last > 0 && isWhitespace(bytes[last - 1])) last -= 1;
  let start = last;
  while (start > 0 && last - start < MAX_DIGITS && isDigit(bytes[start - 1])) start -= 1;
  if (start === last) return undefined;
  let value = 0;
  for (let i = start; i < last; i += 1) value = value * 10 + (bytes[i] ?? 0) - ZERO;
  return { value, start, end: last };
}

/** The line ends with CR LF or LF (7.3.8.1). */
function skipLineEnd(bytes: Uint8Array, at: number): number {
  const afterCr = bytes[at] === CR ? at + 1 : at;
  return bytes[afterCr] === LF ? afterCr + 1 : afterCr;
}

function followsDictionary(bytes: Uint8Array, at: number): boolean {
  let before = at - 1;
  while (before > 0 && isWhitespace(bytes[before])) before -= 1;
  return bytes[before] === 0x3e && bytes[before - 1] === 0x3e;
}
