import { describe, expect, it } from 'vitest';
import { findDirection } from './find-direction.ts';
import { findLines, joinChains } from './find-lines.ts';
import type { Mark } from './find-marks.ts';

const SIDE = 900;

/** Marks of 5 by 7 pixels, so many in each group. */
function fill(inGroup: number, gap: number): readonly Mark[] {
  const [across, down] = [8, 12];
  const groupWidth = inGroup * across + gap;
  return Array.from({ length: Math.floor(SIDE / down) }, (_, row) => row * down).flatMap((y) =>
    Array.from({ length: Math.floor(SIDE / groupWidth) }, (_, group) => group * groupWidth).flatMap((x) =>
      Array.from({ length: inGroup }, (_, index) => ({ x: x + index * across, y, width: 5, height: 7 })),
    ),
  );
}

/** A picture of noise or of many rows of marks kept the only process that scans busy until its end. */
describe('a texture', () => {
  it('is compared by neighbours alone, whatever their number', () => {
    let reads = 0;
    const marks = fill(1, 2).map(({ x, ...mark }) => ({
      ...mark,
      get x() {
        reads++;
        return x;
      },
    }));
    findDirection(marks);
    expect(marks.length).toBeGreaterThan(6000);
    expect(reads / marks.length).toBeLessThan(100);
  });

  it('has each chain of marks measured once', () => {
    let reads = 0;
    const groups = Map.groupBy(fill(4, 80), ({ x, y }) => `${Math.floor(x / 112)},${y}`);
    const chains = [...groups.values()].map((marks) =>
      marks.map((mark) => ({
        ...mark,
        get height() {
          reads++;
          return mark.height;
        },
      })),
    );
    joinChains(chains);
    expect(chains.length).toBeGreaterThan(500);
    expect(reads).toBe(2 * 4 * chains.length);
  });

  it('has no more lines than are read, and hides none of a document beside it', () => {
    expect(findLines(fill(44, 80))).toHaveLength(24);
    const document = fill(44, 80).filter(({ x, y }) => x < 44 * 8 && y === 480);
    const beside = document.map((mark) => ({ ...mark, x: mark.x + SIDE + 100 }));
    const lines = findLines([...fill(20, 80), ...beside]);
    expect(lines).toHaveLength(24);
    expect(Math.max(...lines.map(({ seen }) => seen))).toBe(44);
  });
});
