import { describe, expect, it } from 'vitest';
import { buildBox, buildFieldMark, buildPlace, placeMarks } from '../../../../testing/build-mark.ts';
import {
  align,
  clampToPage,
  distribute,
  fitSize,
  isOutside,
  type Moves,
  matchSize,
  overlaps,
  resizeOnPage,
  snapLength,
  snapRect,
} from './geometry.ts';
import { startSize } from './kinds.ts';
import { scaleOf, shapeOf } from './mark.ts';

const A4 = { width: 595.28, height: 841.89 };
const SIGNATURE = shapeOf({ kind: 'signature' });
const TEXT = shapeOf({ kind: 'field', type: 'textField' });
const box = (x: number, y: number) => buildPlace({ x, y, width: 219, height: 58 });

describe('a mark on its page', () => {
  it('[2.4-30] [2.4-31] begins with the size of its kind at scale 1', () => {
    expect(startSize('signature')).toEqual({ width: 219, height: 58 });
    expect(startSize('id_scan')).toEqual({ width: 218, height: 138 });
    expect(scaleOf('id_scan', { width: 327, height: 207 })).toBe(1.5);
  });

  it('[2.4-22] [2.4-23] [D10-10] is a box of a quarter to one and a half of its size, with its ratio', () => {
    const widths = [1, 109.5, 9999].map((width) => fitSize(SIGNATURE, { width, height: 0 }, A4).width);
    expect(widths).toEqual([54.75, 109.5, 328.5]);
    expect(fitSize(SIGNATURE, { width: 109.5, height: 0 }, A4).height).toBe(29);
    expect(scaleOf('initials', { width: 54, height: 27 })).toBe(0.75);
    expect(scaleOf('signature', { width: 54.749, height: 0 })).toBe(0.25);
  });

  it('is a field of any size that can be seen, and a check box that stays square', () => {
    expect(fitSize(TEXT, { width: 2, height: 300 }, A4)).toEqual({ width: 8, height: 300 });
    const square = shapeOf({ kind: 'field', type: 'checkbox' });
    expect(fitSize(square, { width: 20, height: 1 }, A4)).toEqual({ width: 20, height: 20 });
  });

  it('[D1-08] is moved back when it extends beyond the page', () => {
    expect(clampToPage(SIGNATURE, box(500, 900), A4)).toEqual(box(376.28, 783.89));
    expect(clampToPage(SIGNATURE, box(-5, -0.1), A4)).toEqual(box(0, 0));
    expect(isOutside(box(376.28, 783.89), A4)).toBe(false);
  });

  it('shrinks on a page that is smaller', () => {
    const label = { width: 150, height: 100 };
    expect(isOutside(clampToPage(SIGNATURE, box(100, 10), label), label)).toBe(false);
    expect(isOutside(clampToPage(TEXT, buildPlace({ width: 400 }), label), label)).toBe(false);
  });

  it('[D1-08] may extend half a point beyond the edge, because page sizes are often rounded', () => {
    expect(isOutside(box(376, 784), A4)).toBe(false);
    expect(isOutside(box(376.8, 0), A4)).toBe(true);
    expect(isOutside(box(0, -0.6), A4)).toBe(true);
  });

  it('[D1-05] keeps its upper left corner when it is resized, and stops at the edge', () => {
    const { x, y, width } = resizeOnPage(SIGNATURE, box(300, 100), { width: 999, height: 999 }, A4);
    expect([x, y, Math.round(width)]).toEqual([300, 100, 295]);
    expect(resizeOnPage(TEXT, buildPlace({ x: 500 }), { width: 300, height: 30 }, A4)).toMatchObject({
      width: 95.28,
      height: 30,
    });
  });

  it('overlaps another unless they only touch', () => {
    expect(overlaps(box(0, 0), box(218, 57))).toBe(true);
    expect(overlaps(box(0, 0), box(219, 0))).toBe(false);
  });
});

describe('several marks', () => {
  const positions = (moves: Moves) =>
    Object.fromEntries([...moves].map(([id, { x, y }]) => [id.split('/')[0], [x, y]]));
  const large = buildBox('a', { x: 10, y: 20 });
  const small = buildBox('b', { x: 50, y: 300, width: 109.5, height: 29 });

  it.each([
    ['left', [10, 300]],
    ['center', [64.75, 300]],
    ['right', [119.5, 300]],
    ['top', [50, 20]],
    ['middle', [50, 34.5]],
    ['bottom', [50, 49]],
  ] as const)('%s: are aligned with the first', (alignment, expected) => {
    expect(positions(align(placeMarks(large, small), alignment))).toEqual({ a: [10, 20], b: expected });
  });

  it('keep their pages when they are aligned', () => {
    const moved = align(placeMarks(large, buildBox('b', { page: 3, x: 50, y: 300 })), 'left');
    expect(moved.get('b/0')).toMatchObject({ page: 3, x: 10, y: 300 });
  });

  it('get equal gaps between the outermost', () => {
    const boxes = placeMarks(buildBox('a'), buildBox('b', { y: 90 }), buildBox('c', { y: 500 }));
    expect(positions(distribute(boxes, 'vertical'))).toEqual({ a: [0, 0], b: [0, 250], c: [0, 500] });
    expect(distribute(boxes.slice(0, 2), 'vertical').size).toBe(0);
  });

  it('get the size of the first, as far as their shapes have it', () => {
    const sizes = matchSize(
      placeMarks(
        buildFieldMark('a', { width: 80, height: 30 }),
        buildFieldMark('b', { y: 9 }),
        buildBox('c', { y: 99 }),
      ),
    );
    expect(sizes.get('b/0')).toMatchObject({ width: 80, height: 30 });
    expect(sizes.get('c/0')?.width).toBe(80);
  });
});

describe('snapping', () => {
  const page = { width: 600, height: 800 };
  const rect = (x: number, y: number) => ({ x, y, width: 200, height: 50 });
  const near = (...rects: ReturnType<typeof rect>[]) => ({ rects, baselines: [] });

  it('moves a mark to the edge of another one, and shows the line', () => {
    const { x, y, lines } = snapRect(rect(103, 300), near(rect(100, 600)), page, 4);
    expect([x, y]).toEqual([100, 300]);
    expect(lines).toEqual([{ axis: 'x', at: 100 }]);
  });

  it('takes the nearest of several lines, for each axis of its own', () => {
    const others = near(rect(98, 600), { x: 0, y: 352, width: 50, height: 20 });
    expect(snapRect(rect(101, 301), others, page, 4)).toEqual({
      x: 100,
      y: 302,
      lines: [
        { axis: 'x', at: 300 },
        { axis: 'y', at: 352 },
      ],
    });
  });

  it('knows the centre and the margins of the page', () => {
    expect(snapRect(rect(198, 377), near(), page, 4)).toMatchObject({ x: 200, y: 375 });
    expect(snapRect(rect(34, 716), near(), page, 4)).toMatchObject({ x: 36, y: 714 });
  });

  it('stands a field on a line of text', () => {
    expect(snapRect(rect(120, 230), { rects: [], baselines: [278] }, page, 4)).toMatchObject({ y: 228 });
  });

  it('leaves a mark alone that is near nothing, and takes the size of another one', () => {
    expect(snapRect(rect(120, 230), near(), page, 4)).toEqual({ x: 120, y: 230, lines: [] });
    expect([97, 90].map((length) => snapLength(length, [100, 96], 3))).toEqual([96, 90]);
  });
});
