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

class RangeTransport extends PDFDataRangeTransport {
  readonly #url: string;
  readonly #send: Send;
  readonly #onLost: (error: unknown) => void;
  #isAborted = false;

  constructor(url: string, first: FetchedRange, send: Send, onLost: (error: unknown) => void) {
    super(first.size, first.bytes);
    this.#url = url;
    this.#send = send;
    this.#onLost = onLost;
  }

  override requestDataRange(begin: number, end: number): void {
    fetchRange(this.#send, this.#url, begin, end).then(
      ({ bytes }) => !this.#isAborted && this.onDataRange(begin, bytes),
      (error: unknown) => !this.#isAborted && this.#onLost(error),
    );
  }

  override abort(): void {
    this.#isAborted = true;
  }
}
