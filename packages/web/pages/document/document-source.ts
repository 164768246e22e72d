import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type FetchedRange, fetchRange, RANGE_BYTES, type Send } from './fetch-range.ts';

/** For pdf.js: small documents at once, others in ranges. */
export type DocumentSource =
  | { readonly data: Uint8Array }
  | { readonly range: PDFDataRangeTransport; readonly rangeChunkSize: number };

/** `first` is the start. `onLost`: all retries of a range failed; pdf.js would wait forever. */
export function openDocumentSource(
  url: string,
  first: FetchedRange,
  onLost: (error: unknown) => void,
  send: Send,
): DocumentSource {
  if (first.length >= first.size) return { data: first.bytes };
  return { range: new RangeTransport(url, first, send, onLost), rangeChunkSize: RANGE_BYTES };
}

/** Ranges of one request at most: more in a row gain little on a slow line, and may be too much. */
const MAX_AHEAD = 8;

class RangeTransport extends PDFDataRangeTransport {
  readonly #url: string;
  readonly #send: Send;
  readonly #onLost: (error: unknown) => void;
  #isAborted = false;
  /** Where the last range ended, and how many followed each other. */
  #end = 0;
  #inRow = 0;

  constructor(url: string, first: FetchedRange, send: Send, onLost: (error: unknown) => void) {
    super(first.size, first.bytes);
    this.#url = url;
    this.#send = send;
    this.#onLost = onLost;
  }

  /** A long cross-reference table is read range by range, each with a round trip: then the next ones come along. */
  override requestDataRange(begin: number, end: number): void {
    this.#inRow = begin === this.#end ? this.#inRow + 1 : 0;
    const ahead = Math.min(2 ** this.#inRow, MAX_AHEAD) - 1;
    this.#end = Math.min(end + ahead * RANGE_BYTES, this.length);
    fetchRange(this.#send, this.#url, begin, this.#end).then(
      ({ bytes }) => !this.#isAborted && this.onDataRange(begin, bytes),
      (error: unknown) => !this.#isAborted && this.#onLost(error),
    );
  }

  override abort(): void {
    this.#isAborted = true;
  }
}
