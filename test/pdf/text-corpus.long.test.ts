import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PdfError } from '@countersign/pdf';
import { describe, expect, it } from 'vitest';
import { corpusFolder, listCorpus } from '../../packages/pdf/testing/corpus.ts';
import { compareWithMupdf } from './text-agreement.ts';

const MAX_PAGES = 25;
/** Files of odd kinds weigh much among these: letters spaced apart, vertical lines, which MuPDF takes for words each. */
const MIN_READ = 0.94;
const MIN_PLACED = 0.935;

const corpus = listCorpus().filter(({ file }) => /^(?:text|pages|forms|signed|structure)\//.test(file));

describe.skipIf(corpus.length === 0)('readText on the corpus', () => {
  it('has the words of MuPDF, where MuPDF has them', { timeout: 900_000 }, () => {
    const total = { words: 0, read: 0, placed: 0 };
    const worst: [lost: number, file: string][] = [];
    for (const { file } of corpus) {
      try {
        const { words, read, placed } = compareWithMupdf(readFileSync(join(corpusFolder, file)), MAX_PAGES);
        total.words += words;
        total.read += read;
        total.placed += placed;
        worst.push([words - placed, `${file}: ${words} words, ${read} read, ${placed} placed`]);
      } catch (error) {
        // Files that cannot be read, by us or by MuPDF.
        if (!(error instanceof PdfError) && !/mupdf|error|cannot/i.test(String(error))) throw error;
      }
    }
    const lines = worst.sort(([one], [other]) => other - one).slice(0, 15);
    const report = [`${JSON.stringify(total)}`, ...lines.map(([, line]) => line)].join('\n');
    expect(total.read / total.words, report).toBeGreaterThan(MIN_READ);
    expect(total.placed / total.words, report).toBeGreaterThan(MIN_PLACED);
  });
});
