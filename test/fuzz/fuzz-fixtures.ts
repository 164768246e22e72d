import { expect } from 'vitest';
import { runCampaign } from './campaign.ts';
import { chooseId, formatId, makeInput, parseId } from './make-input.ts';
import { listSeedFiles } from './seed-files.ts';

const FIXTURES = listSeedFiles({ withCorpus: false });
const SEED = 1;

export function expectSameBytes(count: number): void {
  for (let index = 0; index < count; index += 1) {
    const id = chooseId(SEED, index, FIXTURES);
    const again = makeInput(parseId(formatId(id)));
    expect(again.bytes.equals(makeInput(id).bytes), formatId(id)).toBe(true);
  }
}

/** Expects no findings, and that the engine takes some of the inputs and refuses others. */
export async function fuzzFixtures(most: number): Promise<void> {
  const { inputs, opened, saved, finds } = await runCampaign({
    seed: SEED,
    files: FIXTURES,
    // More than any machine needs: the test's own limit ends it earlier.
    seconds: 600,
    first: 0,
    most,
    processes: 1,
    qpdfShare: 0.25,
    onFind: () => undefined,
  });
  expect(finds.map(({ key, id }) => `${key} ${id}`)).toEqual([]);
  expect(inputs).toBe(most);
  expect(opened.accepted).toBeGreaterThan(most / 8);
  expect(opened.accepted).toBeLessThan(most);
  expect(saved).toBeGreaterThan(0.75 * most);
}
