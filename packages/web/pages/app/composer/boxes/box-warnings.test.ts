import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT, newSignee } from '../draft.ts';
import { findBoxWarnings, listBoxes } from './boxes.ts';

const signee = (key: string, x: number, y: number, page = 0) =>
  newSignee({ key, boxes: { signature: { page, x, y, scale: 1 } } });
const PAGES = { count: 3, sizeOf: (page: number) => (page < 2 ? { width: 595, height: 842 } : undefined) };
const FIELD = { widgets: [{ page: 1, x: 0, y: 100, width: 50, height: 20 }] };

function warningsOf(...signees: ReturnType<typeof signee>[]) {
  const found = findBoxWarnings(listBoxes({ ...EMPTY_DRAFT, signees }), [FIELD], PAGES);
  return Object.fromEntries([...found].map(([id, warnings]) => [id.split('/')[0], warnings]));
}

describe('warnings at a box', () => {
  it('[D1-11] say of both boxes that they overlap', () => {
    expect(warningsOf(signee('a', 0, 0), signee('b', 100, 40), signee('c', 0, 40, 1))).toEqual({
      a: ['overlap'],
      b: ['overlap'],
      c: [],
    });
  });

  it('[D1-12] say that a field is covered', () => {
    expect(warningsOf(signee('a', 20, 90, 1))).toEqual({ a: ['over_field'] });
  });

  it('[D1-08] [D1-10] say that a box is outside its page, or its page does not exist', () => {
    expect(warningsOf(signee('a', 400, 0), signee('b', 0, 0, 3))).toEqual({
      a: ['outside_page'],
      b: ['page_missing'],
    });
  });

  it('wait for the size of a page', () => {
    expect(warningsOf(signee('a', 4000, 0, 2))).toEqual({ a: [] });
  });
});
