import { describe, expect, it } from 'vitest';
import {
  clampScale,
  clampToPage,
  isOutside,
  largestScale,
  overlaps,
  rectOf,
  resizeOnPage,
} from './geometry.ts';

const A4 = { width: 595.28, height: 841.89 };
const at = (x: number, y: number, scale = 1) => ({ page: 0, x, y, scale });

describe('a box on its page', () => {
  it('[2.4-30] [2.4-31] has the size of its kind times its scale', () => {
    expect(rectOf('signature', at(10, 20, 0.5))).toEqual({ x: 10, y: 20, width: 109.5, height: 29 });
    expect(rectOf('id_scan', at(0, 0, 1.5))).toMatchObject({ width: 327, height: 207 });
  });

  it('[2.4-22] [2.4-23] is scaled from a quarter to one and a half', () => {
    expect([0, 0.2, 1.234, 9].map(clampScale)).toEqual([0.25, 0.25, 1.23, 1.5]);
  });

  it('[D1-08] is moved back when it extends beyond the page', () => {
    expect(clampToPage('signature', at(500, 900), A4)).toEqual(at(376.28, 783.89));
    expect(clampToPage('signature', at(-5, -0.1), A4)).toEqual(at(0, 0));
    expect(isOutside('signature', at(376.28, 783.89), A4)).toBe(false);
  });

  it('shrinks on a page that is smaller than the box', () => {
    const label = { width: 150, height: 100 };
    expect(largestScale('signature', label)).toBe(0.68);
    const box = clampToPage('signature', at(100, 10), label);
    expect(isOutside('signature', box, label)).toBe(false);
  });

  it('[D1-08] may extend half a point beyond the edge, because page sizes are often rounded', () => {
    expect(isOutside('signature', at(376, 784), A4)).toBe(false);
    expect(isOutside('signature', at(376.8, 0), A4)).toBe(true);
    expect(isOutside('signature', at(0, -0.6), A4)).toBe(true);
  });

  it('[D1-05] keeps its upper left corner when it is resized, and stops at the edge', () => {
    expect(resizeOnPage('signature', at(300, 100), 1.5, A4)).toEqual(at(300, 100, 1.34));
    expect(resizeOnPage('signature', at(0, 0), 9, A4)).toEqual(at(0, 0, 1.5));
    expect(resizeOnPage('signature', at(590, 0), 1, A4)).toEqual(at(590, 0, 0.25));
  });
});

describe('two boxes', () => {
  it('overlap unless they only touch', () => {
    const one = rectOf('signature', at(0, 0));
    expect(overlaps(one, rectOf('signature', at(218, 57)))).toBe(true);
    expect(overlaps(one, rectOf('signature', at(219, 0)))).toBe(false);
    expect(overlaps(one, rectOf('signature', at(0, 58)))).toBe(false);
  });
});
