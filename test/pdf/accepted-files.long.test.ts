import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { corpusFolder, listCorpus } from '../../packages/pdf/testing/corpus.ts';
import { acceptAndSeal, removeSealed } from './accept-and-seal.ts';

afterAll(removeSealed);

const corpus = listCorpus();
describe.skipIf(corpus.length === 0)('a file of the corpus that is accepted can be sealed', () => {
  it.each(corpus.map(({ file }) => file))('%s', { timeout: 300_000 }, async (file) => {
    expect(await acceptAndSeal(join(corpusFolder, file))).toMatch(/^(sealed|refused: [a-z_]+)$/);
  });
});
