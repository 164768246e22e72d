import { describe, expect, it } from 'vitest';
import { expectSameBytes, fuzzFixtures } from './fuzz-fixtures.ts';
import { tryMutatedCms } from './jobs/cms-job.ts';
import { makeInput, parseId } from './make-input.ts';
import { tryInput } from './try-input.ts';

/** Inputs that had findings. */
const FIXED = {
  'a saved page nested one level deeper than the limit': '2211:1600@fixtures/active/harmless.pdf',
  'a saved page with null among its content streams': '2211:1585@fixtures/malformed/text-named-pdf.pdf',
} as const;

describe('the fuzzer', () => {
  it('makes the same bytes of the same id', () => expectSameBytes(10));

  // More in fuzz.long.test.ts and by `npm run campaign -- fuzz`.
  it(
    'makes files that the engine takes and files that it refuses, and finds nothing in some of them',
    () => fuzzFixtures(15),
    180_000,
  );

  it.each(Object.entries(FIXED))('finds no longer %s', async (_, id) => {
    const options = { askQpdf: true, announce: () => undefined };
    const { findings } = await tryInput(makeInput(parseId(id)).bytes, options);
    expect(findings).toEqual([]);
  });

  it('verifies and strips signatures of strangers with keys and names of any kind', () => {
    expect(() => tryMutatedCms('test', 60)).not.toThrow();
  });
});
