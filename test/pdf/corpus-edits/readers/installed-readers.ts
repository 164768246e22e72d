import { hasPrograms, type OutsideProgram } from '@countersign/pdf/testing';
import { LibraryReader } from './library-reader.ts';
import { createPoppler } from './poppler.ts';
import { qpdf } from './qpdf.ts';
import { READER_NAMES, type Reader, type ReaderName } from './reader.ts';

/** Readers that are programs; the others come with `npm install`. */
const PROGRAMS: Partial<Record<ReaderName, OutsideProgram>> = { qpdf: 'qpdf', Poppler: 'pdftoppm' };

export function missingReaders(): ReaderName[] {
  return READER_NAMES.filter((name) => {
    const program = PROGRAMS[name];
    return program !== undefined && !hasPrograms(program);
  });
}

/** Creates readers for one file at a time, with temporary files in `folder`. */
export function startReaders(folder: string): Reader[] {
  const missing = missingReaders();
  const mupdf = new LibraryReader('MuPDF', new URL('./mupdf-process.ts', import.meta.url));
  const pdfjs = new LibraryReader('pdf.js', new URL('./pdfjs-process.ts', import.meta.url));
  return [qpdf, createPoppler(folder), mupdf, pdfjs].filter(({ name }) => !missing.includes(name));
}
