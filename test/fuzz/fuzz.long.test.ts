import { describe, it } from 'vitest';
import { expectSameBytes, fuzzFixtures } from './fuzz-fixtures.ts';

describe('the fuzzer, with more inputs than npm test has time for,', () => {
  it('makes the same bytes of the same id', () => expectSameBytes(30));

  it('finds nothing', () => fuzzFixtures(40));
});
