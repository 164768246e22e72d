import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PdfError } from '../errors.ts';
import { openPdf } from '../open-pdf.ts';
import { appendPageContent } from '../pages/page-content.ts';
import type { PdfFile } from '../pdf-file.ts';
import { corpusFolder, listCorpus } from '../testing/corpus.ts';
import { inParallel } from '../testing/in-parallel.ts';
import { hasPrograms } from '../testing/outside-programs.ts';
import { askQpdf, type CheckedEntry, severityOfEntry } from '../testing/qpdf-opinion.ts';
import type { PdfBytes } from './pdf-bytes.ts';

const entries = listCorpus() as readonly CheckedEntry[];
const folder = mkdtempSync(join(tmpdir(), 'countersign-corpus-'));

const saves: Readonly<Record<string, (file: PdfFile) => PdfBytes>> = {
  saved: (file) => file.save(),
  rewritten: (file) => file.rewrite(),
};

afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(entries.length === 0 || !hasPrograms('qpdf'))(
  'every file of the corpus, with a mark on its first page',
  () => {
    it.each(Object.keys(saves))(
      'is %s no worse than it was, with all its pages',
      async (name) => {
        const complaints = await inParallel(entries, async (entry, index) => {
          const complaint = await complainAbout(entry, join(folder, `${name}-${index}.pdf`), saves[name]);
          return complaint === undefined ? [] : [`${entry.file}: ${complaint}`];
        });
        expect(complaints.flat()).toEqual([]);
      },
      300_000,
    );
  },
);

/** Returns undefined if the file is refused or the saved file is valid. */
async function complainAbout(
  entry: CheckedEntry,
  path: string,
  save: ((file: PdfFile) => PdfBytes) | undefined,
): Promise<string | undefined> {
  const pages = markAndSave(join(corpusFolder, entry.file), path, save);
  if (pages === undefined) return undefined;
  const pagesFound = countPages(path);
  const complaint =
    pagesFound === pages ? await askWhetherWorse(entry, path) : `${pagesFound} pages of ${pages}`;
  rmSync(path);
  return complaint;
}

/** qpdf is not run again on files with errors or timeouts, which cannot get worse. */
async function askWhetherWorse(entry: CheckedEntry, path: string): Promise<string | undefined> {
  const before = severityOfEntry(entry);
  const opinion = before === 2 ? undefined : await askQpdf(path);
  return opinion !== undefined && opinion.severity > before ? `qpdf: ${opinion.complaints}` : undefined;
}

function markAndSave(
  path: string,
  target: string,
  save: ((file: PdfFile) => PdfBytes) | undefined,
): number | undefined {
  try {
    const file = openPdf(path);
    appendPageContent(file, file.page(0), '1 0 0 rg 0 0 20 20 re f');
    save?.(file).writeTo(target);
    file.close();
    return file.pageCount;
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

function countPages(path: string): number {
  const file = openPdf(path);
  try {
    return file.pageCount;
  } finally {
    file.close();
  }
}
