import { describe, expect, it } from 'vitest';
import { findSpace } from './boxes.ts';
import { isOutside, overlaps, rectOf } from './geometry.ts';

const PAGE = { index: 2, size: { width: 595, height: 842 } };

describe('the place of a new box', () => {
  it('is at the foot of the page, left column first', () => {
    expect(findSpace('signature', PAGE, [])).toEqual({ page: 2, x: 60, y: 724, scale: 1 });
  });

  it('is free: no box lies over another, as long as there is space', () => {
    const placed = [];
    for (let count = 0; count < 20; count += 1) {
      const box = findSpace('signature', PAGE, placed);
      const rect = rectOf('signature', box);
      expect(isOutside('signature', box, PAGE.size)).toBe(false);
      expect(placed.some((other) => overlaps(rect, other))).toBe(false);
      placed.push(rect);
    }
  });

  it('exists on a full page and on one that is smaller than the box, too', () => {
    const full = [{ x: 0, y: 0, width: 595, height: 842 }];
    expect(isOutside('signature', findSpace('signature', PAGE, full), PAGE.size)).toBe(false);
    const small = { width: 120, height: 80 };
    const box = findSpace('id_scan', { index: 0, size: small }, []);
    expect(isOutside('id_scan', box, small)).toBe(false);
  });
});
