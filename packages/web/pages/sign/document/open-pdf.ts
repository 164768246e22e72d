import type { PDFDocumentProxy } from 'pdfjs-dist';
import { AnnotationMode, GlobalWorkerOptions, getDocument, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { openDocumentSource } from './document-source.ts';
import { canvasPixels, type Size } from './page-scale.ts';
import { PageTurns } from './page-turns.ts';
import workerUrl from './pdf-worker.ts?worker&url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Nothing is fetched before a page asks for it. */
const LAZY_LOADING = { disableAutoFetch: true, disableStream: true } as const;

/** A PDF on screen. Page indexes are 0-based, sizes displayed points. */
export interface OpenedPdf {
  readonly pageCount: number;
  readPageSize(index: number): Promise<Size>;
  /** Draws a page so that it fills `size` CSS pixels. Aborting leaves the canvas as it is. */
  drawPage(index: number, canvas: HTMLCanvasElement, size: Size, signal: AbortSignal): Promise<void>;
  readPageText(index: number): Promise<string>;
  /** Values of form fields as the file itself has them, by full name. */
  readFieldValues(): Promise<ReadonlyMap<string, string>>;
  close(): Promise<void>;
}

/** Rejects when the file cannot be fetched or read. `onLost` is called when a part of it cannot be fetched later. */
export async function openPdf(url: string, onLost: (error: unknown) => void): Promise<OpenedPdf> {
  const worker = new PDFWorker();
  const source = await openDocumentSource(url, onLost);
  const pdf = await getDocument({
    ...source,
    worker,
    cMapUrl: `${__PDFJS_DATA__}cmaps/`,
    standardFontDataUrl: `${__PDFJS_DATA__}standard_fonts/`,
    wasmUrl: `${__PDFJS_DATA__}wasm/`,
    iccUrl: `${__PDFJS_DATA__}iccs/`,
    enableXfa: false,
    ...LAZY_LOADING,
  }).promise;
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
      worker.destroy();
    },
  };
}

/** The viewport at scale 1 is the displayed page: crop box, rotation and user unit applied. */
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
  // Everything is drawn, form fields too: what may be filled lies under an input, the rest is content.
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

/** All widgets of a field share one value; those that only group others have none. Several choices stand on lines of their own. */
function valueOfWidgets(widgets: readonly { readonly value?: unknown }[]): string {
  const value = widgets.map((widget) => widget.value).find((part) => part !== undefined && part !== null);
  return Array.isArray(value) ? value.join('\n') : String(value ?? '');
}
