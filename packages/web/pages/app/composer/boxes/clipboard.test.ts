import { describe, expect, it } from 'vitest';
import { type Draft, EMPTY_DRAFT, newSignee } from '../draft.ts';
import { giveBox, listBoxes, pasteBoxes, placeBoxes, removeBoxes } from './boxes.ts';
import { overlaps, rectOf } from './geometry.ts';

const BOX = { page: 0, x: 60, y: 700, scale: 0.8 };
const PAGE = { index: 4, size: { width: 595, height: 842 } };
const ada = newSignee({ key: 'ada', fullName: 'Ada', boxes: { signature: BOX } });
const bo = newSignee({ key: 'bo', fullName: 'Bo' });
const draft = { ...EMPTY_DRAFT, signees: [ada, bo] };
const places = (now: Draft) =>
  Object.fromEntries(listBoxes(now).map(({ id, box }) => [id, [box.page, box.x, box.y]]));

describe('copied boxes', () => {
  it('go to the next signee without a box, on the page where they are pasted', () => {
    const pasted = pasteBoxes(draft, listBoxes(draft), PAGE);
    expect(pasted.ids).toEqual(['bo/signature']);
    expect(places(pasted.draft)).toEqual({
      'ada/signature': [0, 60, 700],
      'bo/signature': [4, 60, 700],
    });
  });

  // A copy on the same page lay exactly on the box.
  it('go to a free place of the page when another box is there', () => {
    const { draft: now } = pasteBoxes(draft, listBoxes(draft), { ...PAGE, index: 0 });
    const [first, second] = listBoxes(now).map(({ kind, box }) => rectOf(kind, box));
    expect(first !== undefined && second !== undefined && overlaps(first, second)).toBe(false);
    expect(now.signees[1]?.boxes.signature).toMatchObject({ page: 0, scale: 0.8 });
  });

  it('move when everybody has a box', () => {
    const all = { ...draft, signees: [ada] };
    expect(places(pasteBoxes(all, listBoxes(all), PAGE).draft)).toEqual({
      'ada/signature': [4, 60, 700],
    });
  });

  it('stay on a smaller page', () => {
    const small = { index: 1, size: { width: 300, height: 400 } };
    const { draft: now } = pasteBoxes(draft, listBoxes(draft), small);
    expect(places(now)['bo/signature']).toEqual([1, 60, 353.6]);
  });
});

describe('boxes', () => {
  it('are listed in reading order', () => {
    const scan = newSignee({
      key: 'scan',
      signatureType: 'digital_ink_id_scan',
      boxes: { id_scan: { ...BOX, page: 1 }, signature: { ...BOX, y: 10 } },
    });
    const all = { ...draft, signees: [ada, scan] };
    expect(listBoxes(all).map(({ id }) => id)).toEqual(['scan/signature', 'ada/signature', 'scan/id_scan']);
  });

  it('move, are given to another signee, and are removed', () => {
    const moved = placeBoxes(draft, new Map([['ada/signature', { ...BOX, page: 2 }]]));
    const given = giveBox(moved, 'ada/signature', 'bo');
    expect(places(given)).toEqual({ 'bo/signature': [2, 60, 700] });
    expect(places(removeBoxes(given, ['bo/signature']))).toEqual({});
  });
});
