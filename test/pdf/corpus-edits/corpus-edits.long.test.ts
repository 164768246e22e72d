import { describe, expect, it } from 'vitest';
import { listCorpus } from '../../../packages/pdf/testing/corpus.ts';
import { addUp } from './edits-table.ts';
import { EXPLANATIONS, explain } from './explained.ts';
import { judgeCorpus } from './judge-corpus.ts';
import { missingReaders } from './readers/installed-readers.ts';
import { READER_NAMES } from './readers/reader.ts';
import { SAMPLE } from './sample.ts';

const corpus = new Set(listCorpus().map(({ file }) => file));
const missing = missingReaders();
const reason = corpus.size === 0 ? 'there is no corpus' : `${missing.join(' and ')} not installed`;
const canJudge = corpus.size > 0 && missing.length === 0;

const PATIENCE = 120_000;

describe(`other people's files, edited${canJudge ? '' : ` (not run: ${reason})`}`, () => {
  it.skipIf(!canJudge)(
    'open as well in other readers as before, and look the same outside of what was changed',
    async () => {
      const verdicts = await judgeCorpus(SAMPLE, { patience: PATIENCE });
      const differences = verdicts.flatMap((verdict) => verdict.differences);
      expect(differences.filter((difference) => !explain(difference))).toEqual([]);
      const totals = addUp(verdicts);
      expect(totals).toMatchObject({ accepted: SAMPLE.length, edits: 4 * SAMPLE.length });
      expect(verdicts.flatMap(({ givenUp }) => givenUp)).toEqual([]);
      expect(totals.comparedPages).toBeGreaterThan(200);
      for (const reader of READER_NAMES) {
        const { original, place, merge, seal } = totals.readers[reader];
        expect(place.clean).toBeGreaterThanOrEqual(original.clean);
        expect(merge.clean).toBeGreaterThanOrEqual(original.clean);
        expect(seal.clean).toBeGreaterThanOrEqual(original.clean);
      }
    },
    900_000,
  );

  it.skipIf(corpus.size === 0)('are explained by names that the corpus has', () => {
    const named = EXPLANATIONS.flatMap(({ file }) => file ?? []);
    expect([...named, ...SAMPLE].filter((file) => !corpus.has(file))).toEqual([]);
  });
});
