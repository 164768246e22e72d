import { describe, expect, it } from 'vitest';
import { layOutPages, pageAt, pagesBetween, toColumn, toPage } from './page-layout.ts';

const A4 = { width: 595, height: 842 };
const A3 = { width: 1190, height: 842 };
/** At scale 1: 595 + twice the gap. */
const layout = layOutPages(3, (page) => (page === 1 ? A3 : A4), 635, 1);

describe('pages in a column', () => {
  it('are below each other, as wide as there is space', () => {
    expect(layout.pages.map(({ x, y, width, scale }) => [x, y, width, scale])).toEqual([
      [20, 20, 595, 1],
      [20, 882, 595, 0.5],
      [20, 1323, 595, 1],
    ]);
    expect(layout.height).toBe(2185);
  });

  it('grow with the zoom, centred', () => {
    const zoomed = layOutPages(1, () => A4, 635, 2);
    expect(zoomed).toMatchObject({ width: 1230, pages: [{ x: 20, width: 1190, scale: 2 }] });
  });

  it('are found by height, also among thousands', () => {
    expect(pagesBetween(layout, 0, 400)).toEqual([0, 1]);
    expect(pagesBetween(layout, 870, 1330)).toEqual([1, 3]);
    expect([0, 871, 873, 5000].map((y) => pageAt(layout, y))).toEqual([0, 0, 1, 2]);
    const many = layOutPages(2000, () => A4, 635, 1);
    const top = many.pages[1500]?.y ?? 0;
    expect(pagesBetween(many, top + 1, top + 100)).toEqual([1500, 1501]);
  });
});

describe('a mark in the column', () => {
  const place = { x: 100, y: 200, width: 219, height: 58 };

  it('is where its page is, at the scale of the page', () => {
    const rect = { x: 70, y: 982, width: 109.5, height: 29 };
    expect(toColumn(layout, place, 1)).toEqual(rect);
    expect(toPage(layout, rect)).toEqual({ page: 1, x: 100, y: 200 });
    expect(toColumn(layout, place, 9)).toBeNull();
  });

  it('crosses to the next page when its centre does', () => {
    const dragged = (y: number) => toPage(layout, { x: 100, y, height: 58 });
    expect(dragged(820)).toEqual({ page: 0, x: 80, y: 800 });
    expect(dragged(850)).toEqual({ page: 1, x: 160, y: -64 });
    expect(dragged(99_999).page).toBe(2);
  });
});
