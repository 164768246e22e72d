import { describe, expect, it } from 'vitest';
import { ADA, BO, buildBox, buildFieldMark, buildPlace } from '../../../../testing/build-mark.ts';
import { type Draft, EMPTY_DRAFT, removeSignee } from '../draft.ts';
import { newSignee } from '../signee.ts';
import { kindOf } from './kinds.ts';
import type { Mark } from './mark.ts';
import {
  changeKind,
  giveMarks,
  isInReadingOrder,
  listPlaced,
  moveInOrder,
  moveMarks,
  newMark,
  ownershipOf,
  putMark,
  relabel,
  removePlaces,
  sortInReadingOrder,
} from './marks.ts';

const draftOf = (...marks: readonly Mark[]): Draft => ({ ...EMPTY_DRAFT, signees: [ADA, BO], marks });
const order = ({ marks }: Draft) => marks.map(({ id }) => id).join('');
const NEW = { owner: 'ada', base: 'Text', options: ['One', 'Two'], taken: new Set<string>() };

describe('marks', () => {
  it('are listed in reading order, with their owners; what nobody owns or uses is left out', () => {
    const scan = buildBox('s', {}, { kind: 'id_scan' });
    const all = draftOf(
      buildBox('a', { page: 1 }),
      buildFieldMark('b', { y: 9 }, { owner: 'bo' }),
      buildBox('c'),
      scan,
    );
    expect(listPlaced(all).map(({ id, index }) => [id, index])).toEqual([
      ['c/0', 0],
      ['b/0', 1],
      ['a/0', 0],
    ]);
    const scanned = newSignee({ key: 'ada', signatureType: 'digital_ink_id_scan' });
    expect(listPlaced({ ...all, signees: [scanned] })).toHaveLength(3);
    const byBank = newSignee({ key: 'ada', signatureType: 'bankid_identification' });
    const initials = buildBox('i', {}, { kind: 'initials' });
    // [D10-13]
    expect(listPlaced({ signees: [byBank], marks: [initials] })).toEqual([]);
  });

  it('move, are given to somebody, and are removed with what was filled in', () => {
    const draft = {
      ...draftOf(buildFieldMark('a'), buildBox('b', { y: 90 })),
      fields: { a: 'x', city: 'y' },
    };
    const moved = moveMarks(draft, new Map([['a/0', buildPlace({ page: 2, x: 5 })]]));
    expect(moved.marks.find(({ id }) => id === 'a')?.places).toEqual([buildPlace({ page: 2, x: 5 })]);
    expect(giveMarks(moved, ['a/0'], BO).marks.map(({ owner }) => owner)).toEqual(['ada', 'bo']);
    const removed = removePlaces(moved, ['a/0']);
    expect([order(removed), removed.fields]).toEqual(['b', { city: 'y' }]);
  });

  it('stay with their owner where the method of the other has no such box', () => {
    const byBank = newSignee({ key: 'cy', signatureType: 'bankid_identification' });
    const draft = draftOf(buildBox('i', {}, { kind: 'initials' }));
    expect(giveMarks(draft, ['i/0'], byBank).marks[0]?.owner).toBe('ada');
  });

  it('of somebody go with that person, and fields of the file are anybody’s again', () => {
    const draft = {
      ...draftOf(buildBox('a'), buildBox('b', {}, { owner: 'bo' })),
      fieldOwners: { x: 'ada', y: 'bo' },
    };
    const left = removeSignee(draft, 'ada');
    expect([order(left), left.fieldOwners]).toEqual(['b', { y: 'bo' }]);
  });
});

describe('the order of the tab key', () => {
  const fields = [buildFieldMark('b', { y: 50 }), buildFieldMark('c', { y: 90 })];

  it('is the reading order, also when a field is added or moved', () => {
    const added = putMark(draftOf(...fields), buildFieldMark('a'));
    expect(order(added)).toBe('abc');
    expect(order(moveMarks(added, new Map([['a/0', buildPlace({ y: 70 })]])))).toBe('bac');
  });

  it('is the one of the sender from then on, until the reading order is chosen again', () => {
    const changed = moveInOrder(draftOf(...fields), 'b', 1);
    expect([order(changed), isInReadingOrder(changed.marks)]).toEqual(['cb', false]);
    expect(order(putMark(changed, buildFieldMark('a')))).toBe('cba');
    expect(order(sortInReadingOrder(changed))).toBe('bc');
    expect(moveInOrder(changed, 'b', 1)).toBe(changed);
  });
});

describe('a new mark', () => {
  it('[D10-04] has the attributes of its kind in a name that is free, and an index that no other has', () => {
    const taken = new Set(['Text', 'ID|svc-scan-id[3]']);
    const named = (kind: Parameters<typeof newMark>[0]['kind'], base: string) => {
      const mark = newMark({ ...NEW, kind, base, taken }, 0);
      return mark.kind === 'field' ? mark.name : null;
    };
    expect(named('text', 'Text')).toBe('Text 2');
    expect(named('date', 'Date signed')).toBe('Date signed|svc-date-now');
    expect(named('scan', 'ID|x')).toBe('ID x|svc-scan-id[4]');
    expect(named('company', 'Org.')).toBe('Org|svc-orgnumber-verification[4]|svc-verified-orgnumber[4]');
    expect(named('signature', 'Signature')).toBeNull();
  });

  it('[D10-03] of a choice has a button for each option, and a list its options', () => {
    const choice = newMark({ ...NEW, kind: 'choice' }, 1);
    expect(choice.places.map(({ page, y, value }) => [page, y, value])).toEqual([
      [1, 0, 'One'],
      [1, 22, 'Two'],
    ]);
    expect(newMark({ ...NEW, kind: 'dropdown' }, 0)).toMatchObject({
      options: [{ label: 'One' }, { label: 'Two' }],
    });
  });

  it('[D10-20] asks for a day in a format of its own, which tells it from a text', () => {
    const day = newMark({ ...NEW, kind: 'day' }, 0);
    expect(day).toMatchObject({ type: 'textField', dateFormat: 'YYYY-MM-DD' });
    expect([day, newMark({ ...NEW, kind: 'text' }, 0)].map(kindOf)).toEqual(['day', 'text']);
    const signed = newMark({ ...NEW, kind: 'date' }, 0);
    expect(kindOf({ ...signed, dateFormat: 'DD/MM/YYYY' } as typeof signed)).toBe('date');
  });

  it('keeps place and label when it becomes another kind, and its name follows its label', () => {
    const text = buildFieldMark('t', { x: 40, y: 60, width: 77 }, { name: 'Text' });
    const date = changeKind(text, 'date', { ...NEW, base: 'Date' });
    expect(date).toMatchObject({ id: 't', name: 'Date|svc-date-now', places: [{ x: 40, y: 60, width: 77 }] });
    expect(changeKind(text, 'checkbox', NEW).places).toMatchObject([{ x: 40, width: 14, height: 14 }]);
    const draft = { ...draftOf(date), fields: { 'Date|svc-date-now': 'x' } };
    const renamed = relabel(draft, 't', 'Move.in', 'Date', new Set(['Move in']));
    expect(renamed.marks[0]).toMatchObject({ label: 'Move.in', name: 'Move in 2|svc-date-now' });
    expect(renamed.fields).toEqual({ 'Move in 2|svc-date-now': 'x' });
  });

  it('is the signature of somebody whose signature was on a new page', () => {
    const draft = { ...draftOf(), signees: [newSignee({ key: 'ada', signsOnNewPage: true })] };
    const [ada] = putMark(draft, buildBox('a')).signees;
    expect(ada?.signsOnNewPage).toBe(false);
  });
});

it('the first signature of somebody is the one that every signee has, the others are further ones', () => {
  const initials = buildBox('i', {}, { kind: 'initials', isOnAllPages: true });
  const draft = {
    ...draftOf(initials, buildBox('a'), buildBox('b', { y: 90 }), buildFieldMark('f')),
    fieldOwners: { x: 'ada' },
  };
  const { signature, further, fileFields, newFields } = ownershipOf(draft, ADA);
  expect(signature?.id).toBe('a');
  expect(further.map(({ id }) => id)).toEqual(['i', 'b']);
  expect([fileFields, newFields.map(({ id }) => id)]).toEqual([['x'], ['f']]);
  expect(ownershipOf(draft, { ...ADA, signsOnNewPage: true }).signature).toBeUndefined();
});
