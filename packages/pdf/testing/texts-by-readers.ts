import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readText, withMupdf } from './draw-by-mupdf.ts';
import { hasPrograms, type OutsideProgram, runProgram } from './outside-programs.ts';

export interface FoundText {
  readonly reader: string;
  readonly pages: number;
  readonly text: string;
}

/** Returns the texts of MuPDF, and of qpdf and Poppler if they are installed. */
export function textsByReaders(bytes: Uint8Array): FoundText[] {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pdf-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, bytes);
    return [
      found('Poppler', run('pdfinfo', [path]), run('pdftotext', [path, '-'])),
      readByMupdf(bytes),
      // The text is undefined, because qpdf extracts none.
      found('qpdf', run('qpdf', ['--show-npages', path]), undefined),
    ].filter((reading) => reading !== undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readByMupdf(bytes: Uint8Array): FoundText {
  const pages = withMupdf(bytes, (document) => document.countPages());
  return { reader: 'MuPDF', pages, text: flow(readText(bytes)) };
}

function run(program: OutsideProgram, args: readonly string[]): string | undefined {
  return hasPrograms(program) ? runProgram(program, args, { timeout: 60_000 }).stdout : undefined;
}

function found(reader: string, counted: string | undefined, text: string | undefined): FoundText | undefined {
  if (counted === undefined) return undefined;
  const pages = Number(/(?:Pages:\s*|^)(\d+)/m.exec(counted)?.[1] ?? Number.NaN);
  return { reader, pages, text: flow(text ?? '') };
}

function flow(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
