import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PdfError } from './errors.ts';
import { mergePdfs } from './merge/merge.ts';
import { openPdf } from './open-pdf.ts';
import { corpusFolder, judgeCorpusFile, listCorpus } from './testing/corpus.ts';
import { CORPUS_DECISIONS } from './testing/corpus-decisions.ts';
import { shareOf } from './testing/share.ts';

/** Real files of many producers, not in the repository. */
const entries = listCorpus();
const paths = shareOf(entries.map(({ file }) => join(corpusFolder, file)));

describe.skipIf(entries.length === 0)('the corpus of real files', { timeout: 300_000 }, () => {
  const verdicts = entries.map((entry) => judgeCorpusFile(entry));

  it('is judged and counted as other readers do, or there is a reason', () => {
    expect(verdicts.filter(({ isUnexplained }) => isUnexplained)).toEqual([]);
  });

  it('has a reason wherever readers split or we differ from the majority', () => {
    const decided = verdicts.filter(({ isAsExpected, isContested }) => !isAsExpected || isContested);
    expect(decided.filter(({ why }) => why === undefined).map(({ file }) => file)).toEqual([]);
  });

  it('has no reason that is not needed any more', () => {
    const decided = verdicts.filter(({ isAsExpected, isContested }) => !isAsExpected || isContested);
    const needed = new Set(decided.map(({ file }) => file));
    expect(Object.keys(CORPUS_DECISIONS).filter((file) => !needed.has(file))).toEqual([]);
  });

  it('is saved byte for byte when nothing was changed', () => {
    expect(paths.filter((path) => !isSavedUnchanged(path))).toEqual([]);
  });

  it('has as many pages as its pages can be walked and merged', () => {
    expect(paths.filter((path) => !hasSteadyCount(path))).toEqual([]);
  });
});

function isSavedUnchanged(path: string): boolean {
  const bytes = readFileSync(path);
  return unlessRefused(() => {
    const file = openPdf(bytes);
    for (const page of file.pages()) page.annotations();
    return file.mustBeRewritten || Buffer.compare(file.save().toBytes(), bytes) === 0 || file.repaired;
  });
}

/** A tree with a number among its kids once had four pages by `pageCount` and three by a walk. */
function hasSteadyCount(path: string): boolean {
  return unlessRefused(() => {
    const file = openPdf(path);
    try {
      const { pageCount } = file;
      const merged = openPdf(mergePdfs([file]).toBytes());
      return [...file.pages()].length === pageCount && merged.pageCount === pageCount;
    } finally {
      file.close();
    }
  });
}

function unlessRefused(check: () => boolean): boolean {
  try {
    return check();
  } catch (error) {
    if (error instanceof PdfError) return true;
    throw error;
  }
}
