import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawByMupdf, hasPrograms, runProgram } from '@countersign/pdf/testing';
import { type Picture, readPpm } from './picture.ts';

export interface Renderer {
  readonly name: string;
  readonly isInstalled: () => boolean | Promise<boolean>;
  /** Draws pages `first` to `last` (0-based) at `density` pixels per point; fewer if it fails. */
  readonly render: (pdf: Uint8Array, range: PageRange, density: number) => Promise<Picture[]>;
}

export interface PageRange {
  readonly first: number;
  readonly last: number;
  readonly userUnit: number;
}

/** Poppler ignores /UserUnit, so the resolution includes it. */
const poppler: Renderer = {
  name: 'poppler',
  isInstalled: () => hasPrograms('pdftoppm'),
  render: async (pdf, { first, last, userUnit }, density) =>
    renderByPoppler(pdf, [
      ...['-cropbox', '-r', String(72 * density * userUnit), '-aa', 'no', '-aaVector', 'no'],
      ...['-f', String(first + 1), '-l', String(last + 1)],
    ]),
};

const mupdf: Renderer = {
  name: 'mupdf',
  isInstalled: () => true,
  render: async (pdf, { first, last }, density) =>
    Array.from({ length: last - first + 1 }, (_, index) => {
      const { width, height, rgb } = drawByMupdf(pdf, first + index, density);
      return { width, height, channels: 3, data: rgb };
    }),
};

const pdfjs: Renderer = {
  name: 'pdf.js',
  isInstalled: async () => (await loadPdfjs()) !== undefined,
  render: async (pdf, { first, last }, density) => {
    const libraries = await loadPdfjs();
    if (libraries === undefined) throw new Error('pdf.js is not installed');
    const task = libraries.getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
    const document = await task.promise;
    const pictures: Picture[] = [];
    for (let index = first; index <= last; index += 1) {
      const page = await document.getPage(index + 1);
      const viewport = page.getViewport({ scale: density });
      const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)];
      const canvas = libraries.createCanvas(width, height);
      await page.render({ canvas: canvas as never, viewport }).promise;
      const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
      pictures.push({ width, height, channels: 4, data: new Uint8Array(data.buffer) });
    }
    await task.destroy();
    return pictures;
  },
};

export const RENDERERS: readonly Renderer[] = [poppler, mupdf, pdfjs];

function renderByPoppler(pdf: Uint8Array, options: readonly string[]): Picture[] {
  const folder = mkdtempSync(join(tmpdir(), 'geometry-'));
  try {
    const input = join(folder, 'in.pdf');
    writeFileSync(input, pdf);
    runProgram('pdftoppm', [...options, input, join(folder, 'page')]);
    const pages = readdirSync(folder).filter((name) => name.endsWith('.ppm'));
    const pictures = pages.sort().map((name) => readFileSync(join(folder, name)));
    // A page that failed is an empty file.
    return pictures.filter(({ length }) => length > 0).map(readPpm);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** pdf.js draws in Node by its optional dependency. */
async function loadPdfjs() {
  try {
    const [{ getDocument }, { createCanvas }] = await Promise.all([
      import('pdfjs-dist/legacy/build/pdf.mjs'),
      import('@napi-rs/canvas'),
    ]);
    return { getDocument, createCanvas };
  } catch {
    return undefined;
  }
}
