import { PDFName, PDFNull, PDFNumber, type PDFObject, PDFStream } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { Budget } from '../limits.ts';
import { decodeStream } from './decode-stream.ts';
import type { ObjectReader } from './object-reader.ts';
import { AT_OFFSET } from './xref-index.ts';

/** Inflated bytes that are kept; beyond it the stream unused for longest is inflated again when needed. */
const KEPT_BYTES = 96 * 1024 * 1024;

/** An inflated object stream with its index (ISO 32000-1 7.5.7). */
interface OpenObjectStream {
  readonly bytes: Uint8Array;
  /** Object numbers in the order of the stream. */
  readonly numbers: Float64Array;
  /** Positions of the objects in `bytes`. */
  readonly positions: Float64Array;
}

/** Parses single objects out of object streams, each of which is inflated once. */
export class ObjectStreams {
  readonly #reader: ObjectReader;
  readonly #open = new Map<number, OpenObjectStream | undefined>();
  readonly #inflated: Budget;
  #keptBytes = 0;

  constructor(reader: ObjectReader) {
    this.#reader = reader;
    this.#inflated = new Budget('inflatedTotal', reader.limits.inflatedTotal);
  }

  /** The object, looked for at `index` first; undefined when the stream is unreadable or lacks it. */
  read(streamNumber: number, number: number, index: number): PDFObject | undefined {
    const stream = this.#find(streamNumber);
    if (stream === undefined) return undefined;
    const at = stream.numbers[index] === number ? index : stream.numbers.lastIndexOf(number);
    const position = stream.positions[at];
    if (position === undefined) return undefined;
    if (at !== index) this.#reader.relocatedCount += 1;
    this.#reader.parser.reset(stream.bytes, position, true);
    return this.#reader.parser.readObject() ?? PDFNull;
  }

  /** The numbers of the objects in a stream, in order; empty when it is unreadable. */
  list(streamNumber: number): Float64Array {
    return this.#find(streamNumber)?.numbers ?? new Float64Array(0);
  }

  /** Forgets all streams, after the index was rebuilt. */
  clear(): void {
    this.#open.clear();
    this.#keptBytes = 0;
  }

  #find(streamNumber: number): OpenObjectStream | undefined {
    if (this.#open.has(streamNumber)) return this.#open.get(streamNumber);
    // Unreadable until proved otherwise: its /Length may point into itself.
    this.#open.set(streamNumber, undefined);
    const opened = this.#tryOpen(streamNumber);
    this.#open.set(streamNumber, opened);
    this.#keptBytes += opened?.bytes.length ?? 0;
    if (this.#keptBytes > KEPT_BYTES) this.#forgetOldest(streamNumber);
    return opened;
  }

  #forgetOldest(except: number): void {
    for (const [number, stream] of this.#open) {
      if (number === except || stream === undefined) continue;
      this.#open.delete(number);
      this.#keptBytes -= stream.bytes.length;
      if (this.#keptBytes <= KEPT_BYTES) return;
    }
  }

  /** A broken stream loses its objects only, so that the rest of the file stays readable. */
  #tryOpen(streamNumber: number): OpenObjectStream | undefined {
    // An object stream inside an object stream is not allowed (7.5.7) and would be an endless loop.
    if (this.#reader.index.kind(streamNumber) !== AT_OFFSET) return undefined;
    const stream = this.#reader.read(streamNumber, this.#reader.index.extra(streamNumber));
    if (!(stream instanceof PDFStream)) return undefined;
    try {
      return this.#openStream(stream);
    } catch (error) {
      if (error instanceof PdfError && error.code === 'damaged') return undefined;
      throw error;
    }
  }

  #openStream(stream: PDFStream): OpenObjectStream | undefined {
    const count = numberAt(stream, 'N');
    const first = numberAt(stream, 'First');
    if (count === undefined || first === undefined) return undefined;
    const bytes = decodeStream(stream, this.#reader.limits.inflatedStream);
    this.#inflated.spend(bytes.length);
    return this.#readIndex(bytes, Math.min(count, bytes.length), first);
  }

  #readIndex(bytes: Uint8Array, count: number, first: number): OpenObjectStream {
    const numbers = new Float64Array(count);
    const positions = new Float64Array(count);
    const parser = this.#reader.parser;
    parser.reset(bytes, 0, true, Math.min(first, bytes.length));
    let filled = 0;
    for (; filled < count; filled += 1) {
      const number = parser.readObject();
      const offset = parser.readObject();
      if (!(number instanceof PDFNumber) || !(offset instanceof PDFNumber)) break;
      numbers[filled] = number.asNumber();
      positions[filled] = first + offset.asNumber();
    }
    return { bytes, numbers: numbers.subarray(0, filled), positions: positions.subarray(0, filled) };
  }
}

function numberAt(stream: PDFStream, key: string): number | undefined {
  const value = stream.dict.lookup(PDFName.of(key));
  return value instanceof PDFNumber && value.asNumber() >= 0 ? value.asNumber() : undefined;
}
