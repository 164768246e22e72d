import { describe, expect, it } from 'vitest';
import { type CampaignResult, runCampaign } from './campaign.ts';
import { tryMutatedCms } from './jobs/cms-job.ts';
import { chooseId, formatId, makeInput, parseId } from './make-input.ts';
import { listSeedFiles } from './seed-files.ts';
import { tryInput } from './try-input.ts';

const FIXTURES = listSeedFiles({ withCorpus: false });
const SEED = 1;

/** Inputs that had findings. */
const FIXED = {
  'a saved page nested one level deeper than the limit': '2211:1600@fixtures/active/harmless.pdf',
  'a saved page with null among its content streams': '2211:1585@fixtures/malformed/text-named-pdf.pdf',
} as const;

/** A few inputs only; `npm run fuzz` runs more. */
async function fuzzShortly(): Promise<CampaignResult> {
  return runCampaign({
    seed: SEED,
    files: FIXTURES,
    seconds: 60,
    first: 0,
    most: 40,
    processes: 1,
    qpdfShare: 0.25,
    onFind: () => undefined,
  });
}

describe('the fuzzer', () => {
  it('makes the same bytes of the same id', () => {
    for (let index = 0; index < 30; index += 1) {
      const id = chooseId(SEED, index, FIXTURES);
      const again = makeInput(parseId(formatId(id)));
      expect(again.bytes.equals(makeInput(id).bytes), formatId(id)).toBe(true);
    }
  });

  it('makes files that the engine takes and files that it refuses, and finds nothing in some of them', async () => {
    const { inputs, opened, saved, finds } = await fuzzShortly();
    expect(finds.map(({ key, id }) => `${key} ${id}`)).toEqual([]);
    expect(inputs).toBe(40);
    expect(opened.accepted).toBeGreaterThan(5);
    expect(opened.accepted).toBeLessThan(40);
    expect(saved).toBeGreaterThan(30);
  });

  it.each(Object.entries(FIXED))('finds no longer %s', async (_, id) => {
    const options = { askQpdf: true, announce: () => undefined };
    const { findings } = await tryInput(makeInput(parseId(id)).bytes, options);
    expect(findings).toEqual([]);
  });

  it('verifies and strips signatures of strangers with keys and names of any kind', () => {
    expect(() => tryMutatedCms('test', 60)).not.toThrow();
  });
});
