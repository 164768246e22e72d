import type { PDFDocumentProxy } from 'pdfjs-dist';
import { AnnotationMode, getDocument, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type DocumentSource, openDocumentSource } from './document-source.ts';
import type { FetchedRange, Send } from './fetch-range.ts';
import { canvasPixels, type Size } from './page-scale.ts';
import { PageTurns } from './page-turns.ts';
import type { PdfWorker } from './start-pdf-worker.ts';

const LAZY_LOADING = { disableAutoFetch: true, disableStream: true } as const;

/** Page indexes start at 0; sizes are displayed points. */
export interface OpenedPdf {
  readonly pageCount: number;
  readPageSize(index: number): Promise<Size>;
  /** CSS pixels. Aborting leaves the canvas unchanged. */
  drawPage(index: number, canvas: HTMLCanvasElement, size: Size, signal: AbortSignal): Promise<void>;
  readPageText(index: number): Promise<string>;
  /** By full name. */
  readFieldValues(): Promise<ReadonlyMap<string, string>>;
  close(): Promise<void>;
}

export interface PdfParts {
  readonly worker: PdfWorker;
  /** Of the document. */
  readonly first: FetchedRange;
  readonly send: Send;
  /** A part cannot be loaded. */
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

/** Scale 1: crop box, rotation and user unit applied. */
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
  canvas.width = pixels.width;
  canvas.height = pixels.height;
  // Form fields too: editable ones are under an input.
  const task = page.render({
    canvas,
    viewport: page.getViewport({ scale }),
    annotationMode: AnnotationMode.ENABLE,
  });
  signal.addEventListener('abort', () => task.cancel());
  await task.promise.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

async function readPageText(pdf: PDFDocumentProxy, index: number): Promise<string> {
  const page = await pdf.getPage(index + 1);
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
}

async function readFieldValues(pdf: PDFDocumentProxy): Promise<ReadonlyMap<string, string>> {
  const fields = (await pdf.getFieldObjects()) ?? new Map<string, object[]>();
  return new Map([...fields].map(([name, widgets]) => [name, valueOfWidgets(widgets)]));
}

/**
 * Widgets share one value; fields that only group others have none. Multiple choices are on separate lines.
 */
function valueOfWidgets(widgets: readonly { readonly value?: unknown }[]): string {
  const value = widgets.map((widget) => widget.value).find((part) => part !== undefined && part !== null);
  return Array.isArray(value) ? value.join('\n') : String(value ?? '');
}
