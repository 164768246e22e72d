/** pdf.js in its own process, as isolation. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { fromRgba } from '../../forms-look/raster.ts';
import { MAX_SIDE_PIXELS, type Picture } from './reader.ts';
import { answerRequests, noteMessage } from './reader-request.ts';

for (const method of ['log', 'warn', 'error'] as const) console[method] = (text) => noteMessage(String(text));

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folderOf = (name: string) => `${join(packageFolder, name)}/`;

const SETTINGS = {
  standardFontDataUrl: folderOf('standard_fonts'),
  cMapUrl: folderOf('cmaps'),
  wasmUrl: folderOf('wasm'),
  iccUrl: folderOf('iccs'),
};

interface NodeCanvas {
  readonly canvas: { readonly width: number; readonly height: number };
  readonly context: { getImageData(x: number, y: number, w: number, h: number): { data: Uint8ClampedArray } };
}

answerRequests(async (path) => {
  const task = getDocument({ ...SETTINGS, data: new Uint8Array(readFileSync(path)), verbosity: 1 });
  const document = await task.promise;
  return {
    pageCount: document.numPages,
    draw: (page) => draw(document, page),
    close: () => task.destroy(),
  };
});

async function draw(document: PDFDocumentProxy, index: number): Promise<Picture> {
  const page = await document.getPage(index + 1);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: MAX_SIDE_PIXELS / Math.max(width, height) });
  const factory = document.canvasFactory as { create(width: number, height: number): NodeCanvas };
  const { canvas, context } = factory.create(wholePixels(viewport.width), wholePixels(viewport.height));
  await page.render({ canvas: canvas as never, canvasContext: context as never, viewport }).promise;
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  page.cleanup();
  return fromRgba(data, canvas.width, canvas.height);
}

function wholePixels(length: number): number {
  return Math.max(1, Math.round(length));
}
