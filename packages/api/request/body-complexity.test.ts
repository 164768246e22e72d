import { describe, expect, it } from 'vitest';
import { countReads } from '../testing/count-reads.ts';
import { refuseComplexBody } from './body-complexity.ts';

const REFUSED = expect.objectContaining({
  code: 'invalid_request',
  params: { rule: 'body_complexity', member: '', values: 50_000, members: 1000, levels: 32 },
});

describe('the complexity of a body', () => {
  it('is refused when it has more levels than any request, before something recursive visits it', () => {
    const depth = 100_000;
    const body = JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    expect(() => refuseComplexBody(body)).toThrow(REFUSED);
  });

  it('is refused when it has more values than any request, as members or as entries', () => {
    const entries = Array.from({ length: 50_000 }, () => 1);
    expect(() => refuseComplexBody({ entries })).toThrow(REFUSED);
    expect(() => refuseComplexBody(Object.fromEntries(entries.slice(0, 1001).entries()))).toThrow(REFUSED);
    expect(() => refuseComplexBody(Array.from({ length: 1000 }, () => entries.slice(0, 60)))).toThrow(
      REFUSED,
    );
  });

  it('is not refused for the largest request there is: a value for each of 10,000 fields', () => {
    const values = Array.from({ length: 10_000 }, (_, index) => ({ name: `field ${index}`, value: 'x' }));
    expect(() => refuseComplexBody({ values })).not.toThrow();
  });

  it('is found at a cost that follows the number of values', () => {
    const readsFor = (count: number) => {
      const body = { a: Array.from({ length: count }, () => ({ b: 1 })) };
      const { counted, reads } = countReads(body);
      refuseComplexBody(counted);
      return reads();
    };
    expect(readsFor(2000) - readsFor(1000)).toBe(readsFor(3000) - readsFor(2000));
  });
});
