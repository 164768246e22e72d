import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface FoundText {
  readonly reader: string;
  readonly pages: number;
  readonly text: string;
}

/** Of qpdf, Poppler and MuPDF, if installed. */
export function textsByReaders(bytes: Uint8Array): FoundText[] {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pdf-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, bytes);
    return [
      found('Poppler', run('pdfinfo', [path]), run('pdftotext', [path, '-'])),
      found('MuPDF', run('mutool', ['info', path]), run('mutool', ['draw', '-q', '-F', 'txt', path])),
      // qpdf extracts no text.
      found('qpdf', run('qpdf', ['--show-npages', path]), undefined),
    ].filter((reading) => reading !== undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(program: string, args: readonly string[]): string | undefined {
  const result = spawnSync(program, args, { encoding: 'utf8', timeout: 60_000 });
  return result.error === undefined ? result.stdout : undefined;
}

function found(reader: string, counted: string | undefined, text: string | undefined): FoundText | undefined {
  if (counted === undefined) return undefined;
  const pages = Number(/(?:Pages:\s*|^)(\d+)/m.exec(counted)?.[1] ?? Number.NaN);
  return { reader, pages, text: (text ?? '').replace(/\s+/g, ' ').trim() };
}
