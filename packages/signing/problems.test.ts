import { invalid } from '@countersign/base';
import { describe, expect, it } from 'vitest';
import { checkEntries } from './documents/field-entries.ts';
import { findRepeated, refusal } from './errors.ts';

/** Counts how often names are read. */
function countedValues(count: number) {
  let reads = 0;
  const values = Array.from({ length: count }, (_, index) => ({
    value: '',
    get name() {
      reads += 1;
      return `field ${index}`;
    },
  }));
  return { values, reads: () => reads };
}

describe('repeated values', () => {
  it('are those that occurred before', () => {
    expect(findRepeated(['a', 'b', 'a', 'c', 'a', 'b'])).toEqual([2, 4, 5]);
  });

  it('are found among the values of a signee at a cost that follows their number', () => {
    const readsFor = (count: number) => {
      const { values, reads } = countedValues(count);
      checkEntries({ signeeId: '', fields: [], openTriggers: [] }, values);
      return reads();
    };
    expect(readsFor(2000)).toBe(2 * readsFor(1000));
    expect(readsFor(1000)).toBeLessThan(10_000);
  });
});

it('a refusal lists 100 problems at most', () => {
  const problems = Array.from({ length: 5000 }, (_, index) => invalid(`values.${index}.name`, 'repeated'));
  const { details, params } = refusal(invalid('first', 'required'), problems);
  expect(details).toEqual(problems.slice(0, 100));
  expect(params.member).toBe('first');
});
