import { PDFNull, PDFNumber, type PDFObject, PDFStream } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { Budget, type PdfLimits, tooComplex } from '../limits.ts';
import { indexOfText, isDigit, skipWhitespace, toInteger, ZERO } from './characters.ts';
import { nameOf } from './lookup.ts';
import type { ObjectParser } from './object-parser.ts';
import { decodeStream } from './streams.ts';
import { hasIndirectEntry } from './tree-entries.ts';
import { AT_OFFSET, type XrefIndex } from './xref-index.ts';

/** Inflated; beyond it, the least recently used stream is dropped. */
const MAX_KEPT_BYTES = 96 * 1024 * 1024;

/** Shorter objects are not charged. */
const MAX_UNCHARGED_BYTES = 4096;

/** A later revision could change them if they were indirect. /Length may be (7.5.7). */
const OWN_KEYS = ['Type', 'N', 'First', 'Filter', 'DecodeParms'];

/** The shortest pair is `1 0 `. */
const MIN_PAIR_LENGTH = 4;

/** An inflated object stream with its index (ISO 32000-1 7.5.7). */
export interface OpenObjectStream {
  readonly bytes: Uint8Array;
  readonly numbers: Float64Array;
  readonly positions: Float64Array;
}

export interface CompressedRange {
  readonly bytes: Uint8Array;
  readonly start: number;
  /** The offset at which the next object begins. */
  readonly end: number;
}

export interface ObjectStreamContents {
  readonly numbers: Float64Array;
  readonly hasCatalog: boolean;
}

/** What object streams need of the reader that owns them. */
export interface ObjectStreamOwner {
  readonly index: XrefIndex;
  readonly parser: ObjectParser;
  readonly limits: PdfLimits;
  readonly inflated: Budget;
  readonly ambiguous: Set<number>;
  misplacedCount: number;
  read(number: number, generation: number): PDFObject | undefined;
  noteTolerance(): void;
  readonly searches: Budget;
}

/** Each stream is inflated once. */
export class ObjectStreams {
  readonly #reader: ObjectStreamOwner;
  /** The open streams, of which the least recently used comes first; one is undefined if it is unreadable. */
  readonly #open = new Map<number, OpenObjectStream | undefined>();
  readonly #forgotten = new Set<number>();
  readonly #reinflated: Budget;
  #keptBytes = 0;
  #lastNumber = -1;
  #last: OpenObjectStream | undefined;

  constructor(reader: ObjectStreamOwner) {
    this.#reader = reader;
    this.#reinflated = new Budget('reinflatedTotal', reader.limits.reinflatedTotal);
  }

  /** Reads an object that is expected at `index`. Returns undefined if the stream is unreadable or lacks it. */
  read(streamNumber: number, number: number, index: number): PDFObject | undefined {
    const range = this.locate(streamNumber, number, index);
    if (range === undefined) return undefined;
    const { parser } = this.#reader;
    parser.reset(range.bytes, range.start, true);
    const object = parser.readObject() ?? PDFNull;
    // Some readers end an object where the next one begins.
    if (parser.isBroken || parser.position > range.end) this.#reader.noteTolerance();
    if (parser.isAmbiguous) this.#reader.ambiguous.add(number);
    // Many objects may share one offset.
    if (parser.position - range.start > MAX_UNCHARGED_BYTES)
      this.#reader.searches.spend(parser.position - range.start);
    return object;
  }

  locate(streamNumber: number, number: number, index: number): CompressedRange | undefined {
    const stream = this.open(streamNumber);
    if (stream === undefined) return undefined;
    const at = stream.numbers[index] === number ? index : stream.numbers.lastIndexOf(number);
    const position = stream.positions[at];
    if (position === undefined) return undefined;
    if (at !== index) this.#reader.misplacedCount += 1;
    const { bytes } = stream;
    const end = Math.min(stream.positions[at + 1] ?? bytes.length, bytes.length);
    return { bytes, start: toInteger(position), end: toInteger(end) };
  }

  list(streamNumber: number): ObjectStreamContents {
    const stream = this.open(streamNumber);
    if (stream === undefined) return { numbers: new Float64Array(0), hasCatalog: false };
    return { numbers: stream.numbers, hasCatalog: indexOfText(stream.bytes, '/Catalog') >= 0 };
  }

  /** Forgets a stream whose number now refers to another object. */
  forget(streamNumber: number): void {
    this.#lastNumber = -1;
    this.#keptBytes -= this.#open.get(streamNumber)?.bytes.length ?? 0;
    this.#open.delete(streamNumber);
  }

  clear(): void {
    this.#lastNumber = -1;
    this.#open.clear();
    this.#keptBytes = 0;
  }

  /** Returns undefined if the stream is unreadable. Callers do not write into its bytes. */
  open(streamNumber: number): OpenObjectStream | undefined {
    // Neighbouring objects share a stream.
    if (streamNumber === this.#lastNumber) return this.#last;
    const stream = this.#find(streamNumber);
    this.#lastNumber = streamNumber;
    this.#last = stream;
    return stream;
  }

  #find(streamNumber: number): OpenObjectStream | undefined {
    if (this.#open.has(streamNumber)) return this.#refresh(streamNumber);
    // Its /Length may refer into the stream itself.
    this.#open.set(streamNumber, undefined);
    const opened = this.#tryOpen(streamNumber);
    this.#open.set(streamNumber, opened);
    this.#keptBytes += opened?.bytes.length ?? 0;
    if (this.#keptBytes > MAX_KEPT_BYTES) this.#forgetOldest(streamNumber);
    return opened;
  }

  #refresh(streamNumber: number): OpenObjectStream | undefined {
    const stream = this.#open.get(streamNumber);
    if (this.#keptBytes < MAX_KEPT_BYTES / 2) return stream;
    this.#open.delete(streamNumber);
    this.#open.set(streamNumber, stream);
    return stream;
  }

  #forgetOldest(except: number): void {
    for (const [number, stream] of this.#open) {
      if (number === except || stream === undefined) continue;
      this.#open.delete(number);
      this.#forgotten.add(number);
      this.#keptBytes -= stream.bytes.length;
      if (this.#keptBytes <= MAX_KEPT_BYTES) return;
    }
  }

  /** A broken stream loses only its own objects. */
  #tryOpen(streamNumber: number): OpenObjectStream | undefined {
    // A stream inside another one is invalid (7.5.7), and would recur endlessly.
    const entry = this.#reader.index.find(streamNumber);
    if (entry.kind !== AT_OFFSET) return undefined;
    const stream = this.#reader.read(streamNumber, entry.generation);
    if (!(stream instanceof PDFStream)) return undefined;
    try {
      return this.#openStream(streamNumber, stream);
    } catch (error) {
      if (error instanceof PdfError && error.code === 'damaged') return undefined;
      throw error;
    }
  }

  #openStream(streamNumber: number, stream: PDFStream): OpenObjectStream | undefined {
    const count = numberAt(stream, 'N');
    const first = numberAt(stream, 'First');
    if (count === undefined || first === undefined) return undefined;
    const budget = this.#forgotten.has(streamNumber) ? this.#reinflated : this.#reader.inflated;
    const { inflatedStream, objectItems } = this.#reader.limits;
    const opened = readIndex(decodeStream(stream, inflatedStream, budget), count, first, objectItems);
    if (opened.numbers.length !== count || hasIndirectEntry(stream.dict, OWN_KEYS))
      this.#reader.noteTolerance();
    return opened;
  }
}

/** Throws `too_complex`. */
function readIndex(bytes: Uint8Array, count: number, first: number, limit: number): OpenObjectStream {
  const end = Math.min(first, bytes.length);
  // /N may promise more pairs than there are bytes.
  const most = Math.min(count, Math.ceil(end / MIN_PAIR_LENGTH));
  if (most > limit) throw tooComplex('objectItems', limit);
  const numbers = new Float64Array(most);
  const positions = new Float64Array(most);
  let filled = 0;
  for (let at = 0; filled < most; filled += 1) {
    const number = readInteger(bytes, at, end);
    const offset = number === undefined ? undefined : readInteger(bytes, number.end, end);
    if (number === undefined || offset === undefined) break;
    numbers[filled] = number.value;
    positions[filled] = first + offset.value;
    at = offset.end;
  }
  return { bytes, numbers: numbers.subarray(0, filled), positions: positions.subarray(0, filled) };
}

function readInteger(
  bytes: Uint8Array,
  from: number,
  end: number,
): { value: number; end: number } | undefined {
  let at = skipWhitespace(bytes, from);
  const start = at;
  let value = 0;
  for (; at < end && isDigit(bytes[at]); at += 1) value = value * 10 + (bytes[at] ?? 0) - ZERO;
  return at > start ? { value, end: at } : undefined;
}

function numberAt(stream: PDFStream, key: string): number | undefined {
  const value = stream.dict.lookup(nameOf(key));
  return value instanceof PDFNumber && value.asNumber() >= 0 ? value.asNumber() : undefined;
}
