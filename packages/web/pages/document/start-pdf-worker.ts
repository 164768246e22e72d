import { WebError } from '../../errors.ts';
import workerUrl from './pdf-worker.ts?worker&url';

/** Balances unused bytes (0.7 s at 400 kbit/s) against round trips (0.4 s on a mobile connection). */
export const RANGE_BYTES = 32_768;
/** Most contracts are not larger than this. */
const FIRST_BYTES = 2 * RANGE_BYTES;
const RETRY_DELAYS = [500, 2000, 5000] as const;

/** Has the type of `fetch`. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

export interface FetchedRange {
  readonly bytes: Uint8Array;
  readonly length: number;
  /** The size is that of the whole document. */
  readonly size: number;
}

export function fetchStart(url: string, send: Send): Promise<FetchedRange> {
  return fetchRange(send, url, 0, FIRST_BYTES);
}

/** Tries again later while that may help. `end` is exclusive. */
export async function fetchRange(send: Send, url: string, begin: number, end: number): Promise<FetchedRange> {
  const response = await sendAgain(send, url, { headers: { range: `bytes=${begin}-${end - 1}` } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  // A proxy without range support answers so.
  if (response.status === 200 && begin === 0) return { bytes, length: bytes.length, size: bytes.length };
  const size = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]);
  if (response.status !== 206 || !Number.isInteger(size))
    throw new WebError('request_refused', `No range with status ${response.status}.`, {
      status: response.status,
    });
  return { bytes, length: bytes.length, size };
}

/** Temporary failures are lost connections, busy services and rate limits. */
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

/** Safari before 26 and Firefox before 148 lack this. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): URL };
}

/** The content security policy allows no other worker. */
const approved: string | URL = approve(workerUrl);

function approve(url: string): string | URL {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  return (
    trustedTypes?.createPolicy('pdf-worker', { createScriptURL: (same) => same }).createScriptURL(url) ?? url
  );
}

export interface PdfWorker {
  readonly port: Worker;
  /** Rejects if the script cannot be loaded, for which pdf.js would wait forever. */
  readonly failed: Promise<never>;
}

/** Whether starting it takes no time. */
export function isPdfWorkerLoaded(): boolean {
  return performance.getEntriesByName(new URL(workerUrl, location.href).href).length > 0;
}

/** The caller terminates the worker. */
export function startPdfWorker(): PdfWorker {
  const port = new Worker(approved, { type: 'module' });
  const failed = new Promise<never>((_, reject) => {
    const fail = () => reject(new WebError('service_unreachable', 'The worker of pdf.js did not load.'));
    port.addEventListener('error', fail, { once: true });
  });
  failed.catch(() => undefined);
  return { port, failed };
}
