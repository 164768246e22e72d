import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PdfError } from '../errors.ts';
import { openPdf } from '../open-pdf.ts';
import { corpusFolder, listCorpus } from '../testing/corpus.ts';
import { inParallel } from '../testing/in-parallel.ts';
import { navigableFile } from '../testing/navigable-file.ts';
import { hasPrograms } from '../testing/outside-programs.ts';
import { askQpdf, type CheckedEntry, severityOfEntry } from '../testing/qpdf-opinion.ts';
import { mergePdfs } from './merge.ts';

const entries = listCorpus() as readonly CheckedEntry[];
const folder = mkdtempSync(join(tmpdir(), 'countersign-merges-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** Expected and actual pages of a merge; undefined if the file is refused. */
interface MergedPages {
  readonly expected: number;
  readonly found: number;
}

/** Merges as for files with many objects. */
function mergeTwiceAfterAnother(path: string, target: string): MergedPages | undefined {
  try {
    const files = [openPdf(navigableFile()), openPdf(path), openPdf(path)];
    mergePdfs(files, { copiesFrom: 0 }).writeTo(target);
    const expected = files.reduce((sum, { pageCount }) => sum + pageCount, 0);
    for (const file of files) file.close();
    const merged = openPdf(target);
    const found = [...merged.pages()].length;
    merged.close();
    return { expected, found };
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/** qpdf's complaint about the merged file; undefined if it is refused or valid. */
async function complainAbout(entry: CheckedEntry, target: string): Promise<string | undefined> {
  const merged = mergeTwiceAfterAnother(join(corpusFolder, entry.file), target);
  if (merged === undefined) return undefined;
  const opinion = severityOfEntry(entry) === 0 && hasPrograms('qpdf') ? await askQpdf(target) : undefined;
  rmSync(target);
  if (merged.found !== merged.expected) return `${entry.file}: ${merged.found} pages of ${merged.expected}`;
  return opinion === undefined || opinion.severity === 0 ? undefined : `${entry.file}: ${opinion.complaints}`;
}

describe.skipIf(entries.length === 0)('every file of the corpus, merged twice after another', () => {
  it('has all its pages, and is clean for qpdf when it was', async () => {
    const complaints = await inParallel(entries, (entry, index) =>
      complainAbout(entry, join(folder, `${index}.pdf`)),
    );
    expect(complaints.filter((complaint) => complaint !== undefined)).toEqual([]);
  }, 300_000);
});
