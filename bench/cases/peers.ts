import { readFileSync } from 'node:fs';
import { PDF } from '@libpdf/core';
import { PDFDocument } from 'pdf-lib';
import type { Contender } from '../measure.ts';

/** Each reads the file from disk, as ours does, and closes what it opened. */
export function pageCountPeers(path: string): Contender[] {
  return [
    { name: 'pdf-lib', run: async () => (await loadWithPdfLib(path)).getPageCount() },
    { name: '@libpdf/core', run: async () => (await PDF.load(readFileSync(path))).getPageCount() },
    { name: 'mupdf (WASM)', run: () => withMupdf(path, (document) => document.countPages()) },
    { name: 'pdfjs-dist', run: () => withPdfjs(path, async (document) => document.numPages) },
  ];
}

/** The count of fields with a widget, push buttons and signatures included: what every peer can list. */
export function fieldCountPeers(path: string): Contender[] {
  return [
    { name: 'pdf-lib', run: async () => (await loadWithPdfLib(path)).getForm().getFields().length },
    {
      name: '@libpdf/core',
      run: async () => (await PDF.load(readFileSync(path))).getForm()?.getFields().length ?? 0,
    },
    {
      name: 'pdfjs-dist',
      run: () => withPdfjs(path, async (document) => countKeys(await document.getFieldObjects())),
    },
  ];
}

function loadWithPdfLib(path: string): Promise<PDFDocument> {
  return PDFDocument.load(readFileSync(path), { updateMetadata: false });
}

async function withMupdf<T>(path: string, read: (document: import('mupdf').Document) => T): Promise<T> {
  const mupdf = await import('mupdf');
  const document = mupdf.Document.openDocument(readFileSync(path), 'application/pdf');
  try {
    return read(document);
  } finally {
    document.destroy();
  }
}

type PdfjsDocument = Awaited<ReturnType<typeof import('pdfjs-dist')['getDocument']>['promise']>;

async function withPdfjs<T>(path: string, read: (document: PdfjsDocument) => Promise<T>): Promise<T> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = pdfjs.getDocument({ data: new Uint8Array(readFileSync(path)), verbosity: 0 });
  try {
    return await read(await task.promise);
  } finally {
    await task.destroy();
  }
}

/** pdfjs-dist 6 gives a Map where its types still say an object. */
function countKeys(fields: unknown): number {
  if (fields instanceof Map) return fields.size;
  return Object.keys(fields ?? {}).length;
}
