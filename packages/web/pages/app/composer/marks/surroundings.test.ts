import { describe, expect, it } from 'vitest';
import { ADA, buildBox, buildFieldMark, buildPlace, placeMarks } from '../../../../testing/build-mark.ts';
import { EMPTY_DRAFT } from '../draft.ts';
import { isOutside, overlaps } from './geometry.ts';
import { LOST_PAGE, type Mark, type Rect } from './mark.ts';
import { findSpace, findWarnings, intoSpace, pasteMarks } from './surroundings.ts';

const A4 = { width: 595, height: 842 };

describe('warnings at a mark', () => {
  const PAGES = { count: 3, sizeOf: (page: number) => (page < 2 ? A4 : undefined) };
  const FIELD = { widgets: [{ page: 1, x: 0, y: 100, width: 50, height: 20 }] };
  const warningsOf = (...marks: readonly Mark[]) =>
    Object.fromEntries(
      [...findWarnings(placeMarks(...marks), [FIELD], PAGES)].map(([id, found]) => [id.split('/')[0], found]),
    );

  it('[D1-11] say of both that they overlap', () => {
    const marks = [buildBox('a'), buildFieldMark('b', { x: 100, y: 40 }), buildBox('c', { page: 1, y: 30 })];
    expect(warningsOf(...marks)).toEqual({ a: ['overlap'], b: ['overlap'] });
  });

  it('[D1-12] say that a field of the file is covered', () => {
    expect(warningsOf(buildBox('a', { page: 1, x: 20, y: 90 }))).toEqual({ a: ['over_field'] });
  });

  it('[D1-08] [D1-10] say that a mark is outside its page, or its page or its text does not exist', () => {
    const marks = [
      buildBox('a', { x: 400 }),
      buildBox('b', { page: 3 }),
      buildFieldMark('c', { page: LOST_PAGE }),
    ];
    expect(warningsOf(...marks)).toEqual({ a: ['outside_page'], b: ['page_missing'], c: ['anchor_lost'] });
  });

  it('wait for the size of a page, and leave what is on every page alone', () => {
    const initials = buildBox('i', {}, { kind: 'initials', isOnAllPages: true });
    expect(warningsOf(buildBox('a', { page: 2, x: 4000 }), buildBox('b'), initials)).toEqual({});
  });
});

describe('the place of a new mark', () => {
  const SIGNATURE = { width: 219, height: 58 };

  it('is at the foot of the page, left column first', () => {
    expect(findSpace(SIGNATURE, A4, [])).toEqual({ x: 60, y: 724 });
  });

  it('is free: none lies over another, as long as there is space', () => {
    const placed: Rect[] = [];
    for (let count = 0; count < 20; count += 1) {
      const rect = { ...findSpace(SIGNATURE, A4, placed), ...SIGNATURE };
      expect(isOutside(rect, A4)).toBe(false);
      expect(placed.some((other) => overlaps(rect, other))).toBe(false);
      placed.push(rect);
    }
  });

  it('exists on a full page and on one that is smaller, too', () => {
    const full = [{ x: 0, y: 0, ...A4 }];
    expect(isOutside({ ...findSpace(SIGNATURE, A4, full), ...SIGNATURE }, A4)).toBe(false);
    const size = { width: 120, height: 80 };
    const [place = buildPlace()] = intoSpace(buildBox('a'), { index: 4, size }, []).places;
    expect([place.page, isOutside(place, size)]).toEqual([4, false]);
  });
});

describe('copied marks', () => {
  const draft = { ...EMPTY_DRAFT, signees: [ADA], marks: [buildFieldMark('Name', { x: 60, y: 700 })] };
  const paste = (index: number) =>
    pasteMarks(draft, draft.marks, { index, size: A4 }, [], (name) => `${name} 2`);

  it('keep position and owner on another page, and fields get a name of their own', () => {
    const { draft: now, ids } = paste(4);
    const copy = now.marks.at(-1);
    expect(copy).toMatchObject({ owner: 'ada', name: 'Name 2', places: [{ page: 4, x: 60, y: 700 }] });
    expect(ids).toEqual([`${copy?.id}/0`]);
  });

  // A copy on the same page lay exactly on what was copied.
  it('go to a free place of the page when something is there', () => {
    const [first, second] = paste(0).draft.marks.flatMap(({ places }) => places);
    expect(first !== undefined && second !== undefined && overlaps(first, second)).toBe(false);
  });
});
