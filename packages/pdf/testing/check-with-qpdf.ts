import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withMupdf } from './draw-by-mupdf.ts';
import { hasPrograms, runProgram } from './outside-programs.ts';

/** Returns what qpdf finds; where it is not installed, MuPDF is asked whether it had to repair the file. */
export function complaintsOfQpdf(bytes: Uint8Array): string {
  if (!hasPrograms('qpdf')) return complaintsOfMupdf(bytes);
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pdf-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, bytes);
    const { status, stderr } = runProgram('qpdf', ['--check', path], { timeout: 20_000 });
    return status === 0 ? '' : stderr || `qpdf ended with ${status}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function complaintsOfMupdf(bytes: Uint8Array): string {
  return withMupdf(bytes, (document) => {
    for (let page = 0; page < document.countPages(); page++) document.loadPage(page).destroy();
    return document.wasRepaired() ? 'MuPDF repaired it' : '';
  });
}
