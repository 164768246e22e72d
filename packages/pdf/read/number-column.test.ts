import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberColumn } from './xref-index.ts';

const VALUES = fc.array(fc.tuple(fc.nat({ max: 8_388_607 }), fc.nat({ max: 255 })), { maxLength: 50 });

describe('NumberColumn', () => {
  it.each([NumberColumn.ofBytes, NumberColumn.ofIntegers, NumberColumn.ofNumbers])(
    'keeps what a map keeps (%s)',
    (make) => {
      fc.assert(
        fc.property(VALUES, (values) => {
          const [column, map] = [make(), new Map(values)];
          for (const [number, value] of values) column.set(number, value);
          for (const number of [...map.keys(), 0, 4095, 4096, 8_388_607]) {
            expect(column.get(number)).toBe(map.get(number) ?? 0);
          }
        }),
      );
    },
  );

  it('has nothing at numbers beyond 32 bits that end like one that is set', () => {
    const column = NumberColumn.ofBytes();
    column.set(5, 1);
    expect([column.get(2 ** 32 + 5), column.get(2 ** 40 + 5), column.get(Number.MAX_SAFE_INTEGER)]).toEqual([
      0, 0, 0,
    ]);
  });
});
