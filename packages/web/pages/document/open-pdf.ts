import { measureTextExtent, type TextExtent } from '@countersign/pdf/text-extent';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { AnnotationMode, getDocument, PDFDataRangeTransport, PDFWorker } from 'pdfjs-dist';
import { canvasPixels, type Size } from './page-scale.ts';
import { type FetchedRange, fetchRange, type PdfWorker, RANGE_BYTES, type Send } from './start-pdf-worker.ts';

/** pdf.js gets small documents at once, and others in ranges. */
export type DocumentSource =
  | { readonly data: Uint8Array }
  | { readonly range: PDFDataRangeTransport; readonly rangeChunkSize: number };

/**
 * `first` is the start of the document. `onLost` is called when all retries of a range have failed, for which pdf.js
 * would wait forever.
 */
export function openDocumentSource(
  url: string,
  first: FetchedRange,
  onLost: (error: unknown) => void,
  send: Send,
): DocumentSource {
  if (first.length >= first.size) return { data: first.bytes };
  return { range: new RangeTransport(url, first, send, onLost), rangeChunkSize: RANGE_BYTES };
}

/** One request has at most this many ranges: more in a row gain little on a slow line, and may be too much. */
const MAX_AHEAD = 8;

class RangeTransport extends PDFDataRangeTransport {
  readonly #url: string;
  readonly #send: Send;
  readonly #onLost: (error: unknown) => void;
  #isAborted = false;
  /** The end of the last range, and how many ranges followed each other. */
  #end = 0;
  #inRow = 0;

  constructor(url: string, first: FetchedRange, send: Send, onLost: (error: unknown) => void) {
    super(first.size, first.bytes);
    this.#url = url;
    this.#send = send;
    this.#onLost = onLost;
  }

  /** A long cross-reference table is read range by range, each with a round trip, so the next ranges come along. */
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

interface Turn {
  readonly page: number;
  run(): Promise<void>;
}

/** Runs one task at a time, first page first, so that pages do not compete for a slow connection. */
export class PageTurns {
  readonly #waiting: Turn[] = [];
  #isBusy = false;

  /** Settles as `task` does. */
  take<T>(page: number, task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ page, run: () => task().then(resolve, reject) });
      // Pages that become visible together may enqueue in any order.
      queueMicrotask(() => this.#runNext());
    });
  }

  async #runNext(): Promise<void> {
    if (this.#isBusy) return;
    this.#waiting.sort((a, b) => a.page - b.page);
    const turn = this.#waiting.shift();
    if (turn === undefined) return;
    this.#isBusy = true;
    await turn.run();
    this.#isBusy = false;
    await this.#runNext();
  }
}

const LAZY_LOADING = { disableAutoFetch: true, disableStream: true } as const;

/** Page indexes start at 0; sizes are displayed points. */
export interface OpenedPdf {
  readonly pageCount: number;
  readPageSize(index: number): Promise<Size>;
  /** The size is in CSS pixels. Aborting leaves the canvas unchanged. */
  drawPage(index: number, canvas: HTMLCanvasElement, size: Size, signal: AbortSignal): Promise<void>;
  readPageText(index: number): Promise<string>;
  /** Resolves with null for a page without text, such as a scan. */
  readTextExtent(index: number): Promise<TextExtent | null>;
  /** The pieces are in the order of the file. */
  readTextPieces(index: number): Promise<readonly TextPiece[]>;
  /** The keys are full names of fields. */
  readFieldValues(): Promise<ReadonlyMap<string, string>>;
  close(): Promise<void>;
}

/** Text that stands on one line, in displayed points from the top left corner. */
export interface TextPiece {
  readonly text: string;
  readonly x: number;
  readonly baseline: number;
  readonly endsLine: boolean;
}

export interface PdfParts {
  readonly worker: PdfWorker;
  /** The range is the start of the document. */
  readonly first: FetchedRange;
  readonly send: Send;
  /** Is called when a part cannot be loaded. */
  readonly onLost: (error: unknown) => void;
}

/** Rejects if the file cannot be read. `close` ends the worker, too. */
export async function openPdf(url: string, { worker, first, send, onLost }: PdfParts): Promise<OpenedPdf> {
  const { port, failed } = worker;
  // The types of pdf.js allow no port.
  const pdfWorker = new PDFWorker({ port: port as unknown as null });
  const source = openDocumentSource(url, first, onLost, send);
  const pdf = await Promise.race([loadDocument(pdfWorker, source), failed]).catch((error: unknown) => {
    pdfWorker.destroy();
    throw error;
  });
  const turns = new PageTurns();
  return {
    pageCount: pdf.numPages,
    readPageSize: (index) => turns.take(index, () => readPageSize(pdf, index)),
    drawPage: (index, canvas, size, signal) =>
      turns.take(index, () => drawPage(pdf, index, canvas, size, signal)),
    readPageText: (index) => readPageText(pdf, index),
    readTextExtent: (index) => readTextExtent(pdf, index),
    readTextPieces: (index) => readTextPieces(pdf, index),
    readFieldValues: () => readFieldValues(pdf),
    close: async () => {
      await pdf.loadingTask.destroy();
      pdfWorker.destroy();
      port.terminate();
    },
  };
}

function loadDocument(worker: PDFWorker, source: DocumentSource): Promise<PDFDocumentProxy> {
  const loading = getDocument({
    ...source,
    worker,
    cMapUrl: `${__PDFJS_DATA__}cmaps/`,
    standardFontDataUrl: `${__PDFJS_DATA__}standard_fonts/`,
    wasmUrl: `${__PDFJS_DATA__}wasm/`,
    iccUrl: `${__PDFJS_DATA__}iccs/`,
    enableXfa: false,
    ...LAZY_LOADING,
  });
  return loading.promise;
}

/** Returns the size at scale 1, with crop box, rotation and user unit applied. */
async function readPageSize(pdf: PDFDocumentProxy, index: number): Promise<Size> {
  const page = await pdf.getPage(index + 1);
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}

async function drawPage(
  pdf: PDFDocumentProxy,
  index: number,
  canvas: HTMLCanvasElement,
  size: Size,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const page = await pdf.getPage(index + 1);
  if (signal.aborted) return;
  const pixels = canvasPixels(size, window.devicePixelRatio);
  const scale = pixels.width / page.getViewport({ scale: 1 }).width;
  // A page that was drawn in another size stays until this one is ready.
  const isShown = canvas.dataset.drawn === 'true';
  const target = isShown ? document.createElement('canvas') : canvas;
  target.width = pixels.width;
  target.height = pixels.height;
  // Form fields are drawn too, because editable ones are under an input.
  const task = page.render({
    canvas: target,
    viewport: page.getViewport({ scale }),
    annotationMode: AnnotationMode.ENABLE,
  });
  signal.addEventListener('abort', () => task.cancel());
  await task.promise.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  if (signal.aborted) return;
  canvas.dataset.drawn = 'true';
  if (!isShown) return;
  canvas.width = pixels.width;
  canvas.height = pixels.height;
  canvas.getContext('2d')?.drawImage(target, 0, 0);
}

async function readPageText(pdf: PDFDocumentProxy, index: number): Promise<string> {
  const page = await pdf.getPage(index + 1);
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
}

async function readTextExtent(pdf: PDFDocumentProxy, index: number): Promise<TextExtent | null> {
  const page = await pdf.getPage(index + 1);
  const { items } = await page.getTextContent();
  return measureTextExtent(items, page.getViewport({ scale: 1 }));
}

async function readTextPieces(pdf: PDFDocumentProxy, index: number): Promise<readonly TextPiece[]> {
  const page = await pdf.getPage(index + 1);
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = page.getViewport({ scale: 1 }).transform as number[];
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item) || (item.str === '' && !item.hasEOL)) return [];
    const [, , , , left = 0, base = 0] = item.transform as number[];
    const place = { x: a * left + c * base + e, baseline: b * left + d * base + f };
    return [{ text: item.str, ...place, endsLine: item.hasEOL }];
  });
}

async function readFieldValues(pdf: PDFDocumentProxy): Promise<ReadonlyMap<string, string>> {
  const fields = (await pdf.getFieldObjects()) ?? new Map<string, object[]>();
  return new Map([...fields].map(([name, widgets]) => [name, measureWidgets(widgets)]));
}

/** Widgets share one value. Fields that only group others have none. Multiple choices are on separate lines. */
function measureWidgets(widgets: readonly { readonly value?: unknown }[]): string {
  const value = widgets.map((widget) => widget.value).find((part) => part !== undefined && part !== null);
  return Array.isArray(value) ? value.join('\n') : String(value ?? '');
}
