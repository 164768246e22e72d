import { describe, expect, it } from 'vitest';
import { snapRect, snapScale } from './geometry.ts';

const PAGE = { width: 600, height: 800 };
const rect = (x: number, y: number) => ({ x, y, width: 200, height: 50 });

describe('snapping', () => {
  it('moves a box to the edge of another one, and shows the line', () => {
    const { x, y, lines } = snapRect(rect(103, 300), [rect(100, 600)], PAGE, 4);
    expect([x, y]).toEqual([100, 300]);
    expect(lines).toEqual([{ axis: 'x', at: 100 }]);
  });

  it('takes the nearest of several lines, for each axis of its own', () => {
    const others = [rect(98, 600), { x: 0, y: 352, width: 50, height: 20 }];
    expect(snapRect(rect(101, 301), others, PAGE, 4)).toEqual({
      x: 100,
      y: 302,
      lines: [
        { axis: 'x', at: 300 },
        { axis: 'y', at: 352 },
      ],
    });
  });

  it('knows the centre and the margins of the page', () => {
    expect(snapRect(rect(198, 377), [], PAGE, 4)).toMatchObject({ x: 200, y: 375 });
    expect(snapRect(rect(34, 716), [], PAGE, 4)).toMatchObject({ x: 36, y: 714 });
  });

  it('leaves a box alone that is near nothing', () => {
    expect(snapRect(rect(120, 230), [], PAGE, 4)).toEqual({ x: 120, y: 230, lines: [] });
  });
});

describe('the scale', () => {
  it('snaps to full size and to that of other boxes', () => {
    expect(snapScale(0.98, [0.7], 0.03)).toBe(1);
    expect(snapScale(0.71, [0.7], 0.03)).toBe(0.7);
    expect(snapScale(0.6, [0.7], 0.03)).toBe(0.6);
  });
});
