import { spawnSync } from 'node:child_process';
import { LibraryReader } from './library-reader.ts';
import { createPoppler } from './poppler.ts';
import { qpdf } from './qpdf.ts';
import { READER_NAMES, type Reader, type ReaderName } from './reader.ts';

/** Readers that are programs; the others come with `npm install`. */
const PROGRAMS: Partial<Record<ReaderName, readonly [program: string, option: string]>> = {
  qpdf: ['qpdf', '--version'],
  Poppler: ['pdftoppm', '-v'],
};

export function missingPrograms(): ReaderName[] {
  return READER_NAMES.filter((name) => {
    const [program, option] = PROGRAMS[name] ?? [];
    return program !== undefined && spawnSync(program, [option ?? '']).status !== 0;
  });
}

/** Creates readers for one file at a time, with temporary files in `folder`. */
export function startReaders(folder: string): Reader[] {
  const missing = missingPrograms();
  const mupdf = new LibraryReader('MuPDF', new URL('./mupdf-process.ts', import.meta.url));
  const pdfjs = new LibraryReader('pdf.js', new URL('./pdfjs-process.ts', import.meta.url));
  return [qpdf, createPoppler(folder), mupdf, pdfjs].filter(({ name }) => !missing.includes(name));
}
