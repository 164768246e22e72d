import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { WebError } from '../../errors.ts';

/**
 * Bytes of one range: balances unused bytes (0.7 s at 400 kbit/s) against round trips (0.4 s on a mobile
 * connection).
 */
export const RANGE_BYTES = 32_768;
/** Bytes of the first request; most contracts are not larger. */
const FIRST_BYTES = 2 * RANGE_BYTES;
/** Milliseconds before each retry of a range. */
const RETRY_DELAYS = [500, 2000, 5000] as const;

/** As `fetch`. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** Loads small documents at once and others in ranges, for pdf.js. */
export type DocumentSource =
  | { readonly data: Uint8Array }
  | { readonly range: PDFDataRangeTransport; readonly rangeChunkSize: number };

/** Calls `onLost` if all retries of a range fail; pdf.js would wait forever. */
export async function openDocumentSource(
  url: string,
  onLost: (error: unknown) => void,
  send: Send = (address, init) => fetch(address, init),
): Promise<DocumentSource> {
  const first = await fetchRange(send, url, 0, FIRST_BYTES);
  if (first.length >= first.size) return { data: first.bytes };
  return { range: new RangeTransport(url, first, send, onLost), rangeChunkSize: RANGE_BYTES };
}

interface FetchedRange {
  readonly bytes: Uint8Array;
  readonly length: number;
  /** Of the whole document. */
  readonly size: number;
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

/** `end` is exclusive. */
async function fetchRange(send: Send, url: string, begin: number, end: number): Promise<FetchedRange> {
  const response = await sendAgain(send, url, { headers: { range: `bytes=${begin}-${end - 1}` } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  // A proxy without range support sends the whole document.
  if (response.status === 200 && begin === 0) return { bytes, length: bytes.length, size: bytes.length };
  const size = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]);
  if (response.status !== 206 || !Number.isInteger(size))
    throw new WebError('request_refused', `No range with status ${response.status}.`, {
      status: response.status,
    });
  return { bytes, length: bytes.length, size };
}

/** Lost connections, busy services and rate limits are temporary. */
async function sendAgain(send: Send, url: string, init: RequestInit, attempt = 0): Promise<Response> {
  const delay = RETRY_DELAYS[attempt];
  try {
    const response = await send(url, init);
    if (delay === undefined || (response.status < 500 && response.status !== 429)) return response;
  } catch (cause) {
    if (delay === undefined)
      throw new WebError('service_unreachable', 'The document could not be fetched.', {}, cause);
  }
  await new Promise((resolve) => setTimeout(resolve, delay));
  return sendAgain(send, url, init, attempt + 1);
}
