import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPrograms, runProgram } from '@countersign/pdf/testing';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { fromRgba, type Raster, SCALE } from './raster.ts';

/** Draws one page (0-based) with annotations at SCALE pixels per point. */
export type Render = (pdf: Uint8Array, page: number) => Promise<Raster>;

const POINTS_PER_INCH = 72;

export async function readImage(image: Uint8Array | string): Promise<Raster> {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return fromRgba(data, info.width, info.height);
}

export const renderWithPoppler: Render = async (pdf, page) => {
  const folder = mkdtempSync(join(tmpdir(), 'forms-look-'));
  const [input, output] = [join(folder, 'in.pdf'), join(folder, 'out')];
  try {
    writeFileSync(input, pdf);
    const number = String(page + 1);
    const range = ['-f', number, '-l', number, '-singlefile', '-cropbox'];
    // Without compression, which would take longer than drawing.
    const format = ['-tiff', '-tiffcompression', 'none'];
    runProgram('pdftoppm', ['-r', String(POINTS_PER_INCH * SCALE), ...format, ...range, input, output]);
    return await readImage(readFileSync(`${output}.tif`));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

export const renderWithMupdf: Render = async (pdf, page) => {
  const mupdf = await import('mupdf');
  const document = mupdf.Document.openDocument(pdf, 'application/pdf');
  const pixmap = document
    .loadPage(page)
    .toPixmap(mupdf.Matrix.scale(SCALE, SCALE), mupdf.ColorSpace.DeviceRGB, false, true);
  try {
    const [width, height] = [pixmap.getWidth(), pixmap.getHeight()];
    return { width, height, rgb: Uint8Array.from(pixmap.getPixels()) };
  } finally {
    pixmap.destroy();
    document.destroy();
  }
};

interface NodeCanvas {
  readonly canvas: { readonly width: number; readonly height: number };
  readonly context: { getImageData(x: number, y: number, w: number, h: number): { data: Uint8ClampedArray } };
}

export const renderWithPdfjs: Render = async (pdf, page) => {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  try {
    const document = await task.promise;
    const proxy = await document.getPage(page + 1);
    const viewport = proxy.getViewport({ scale: SCALE });
    const factory = document.canvasFactory as { create(width: number, height: number): NodeCanvas };
    const { canvas, context } = factory.create(Math.round(viewport.width), Math.round(viewport.height));
    await proxy.render({ canvas: canvas as never, canvasContext: context as never, viewport }).promise;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return fromRgba(data, canvas.width, canvas.height);
  } finally {
    await task.destroy();
  }
};

/** Renderers available if poppler-utils are installed. */
export const RENDERERS: Readonly<Record<string, Render>> = {
  Poppler: renderWithPoppler,
  MuPDF: renderWithMupdf,
  'pdf.js': renderWithPdfjs,
};

export const hasPoppler = hasPrograms('pdftoppm');
