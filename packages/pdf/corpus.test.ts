import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PdfError } from './errors.ts';
import { openPdf } from './open-pdf.ts';
import { preflight } from './read/preflight.ts';

/** Real files of many producers; not part of the repository. */
const folder = join(import.meta.dirname, '../../../shared/corpus');
const manifest = join(folder, 'MANIFEST.json');

interface CorpusEntry {
  readonly file: string;
  readonly acceptable: readonly string[];
  readonly pages: number | null;
}

/** Where we differ from the majority of readers on purpose, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'forms/tika__testPDF-malformedXFA.pdf': 'reject:corrupt', // a dynamic XFA form: decisions.md section 2
  'encrypted/qpdf__440747125.fuzz.pdf': 'reject:not-pdf', // fuzzed: no header anywhere
};

/** Files whose page tree has knots on which readers disagree. */
const DISPUTED_PAGES = new Set([
  'structure/PDF101__A4-pages-tree-loop-complex.pdf',
  'structure/pyHanko__circular-page-tree.pdf',
]);

const entries: CorpusEntry[] = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : [];

describe.skipIf(entries.length === 0)('the corpus of real files', () => {
  it('is judged as other readers judge it', () => {
    const wrong = entries.filter(({ file, acceptable }) => {
      const outcome = judge(join(folder, file));
      return !acceptable.includes(outcome) && EXCEPTIONS[file] !== outcome;
    });
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });

  it('has as many pages as other readers find', () => {
    const wrong = entries.filter(({ file, pages }) => {
      if (pages === null || DISPUTED_PAGES.has(file)) return false;
      const counted = countPages(join(folder, file));
      return counted !== undefined && counted !== pages;
    });
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });

  it('is saved byte for byte when nothing was changed', () => {
    const changed = entries.filter(({ file }) => !isSavedUnchanged(join(folder, file)));
    expect(changed.map(({ file }) => file)).toEqual([]);
  });
});

function judge(path: string): string {
  try {
    return preflight(path).repaired ? 'accept-repaired' : 'accept';
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    if (error.code === 'not_a_pdf') return 'reject:not-pdf';
    return error.code === 'locked' || error.code === 'password_required'
      ? 'reject:encrypted'
      : 'reject:corrupt';
  }
}

function countPages(path: string): number | undefined {
  try {
    return preflight(path).pages;
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

function isSavedUnchanged(path: string): boolean {
  const bytes = readFileSync(path);
  try {
    const file = openPdf(bytes);
    for (const page of file.pages()) page.annotations();
    return file.repaired || Buffer.compare(file.save().toBytes(), bytes) === 0 || file.repaired;
  } catch (error) {
    if (error instanceof PdfError) return true;
    throw error;
  }
}
