import type { BoxType } from '@countersign/seal/layout';
import { changeSignee, type Draft } from '../draft.ts';
import { boxKindsOf, type DraftSignee } from '../signee.ts';
import type { Moves } from './geometry.ts';
import { fitSize } from './geometry.ts';
import {
  FIELD_KINDS,
  type FieldKind,
  isBoxKind,
  type Kind,
  nameField,
  renameField,
  startSize,
} from './kinds.ts';
import {
  type BoxMark,
  type FieldMark,
  isOnEveryPage,
  type Mark,
  markIdOf,
  type Place,
  type PlacedMark,
  placeId,
  type Rect,
  shapeOf,
} from './mark.ts';

/** Lists the places of marks by page, then downwards, then to the right. What is on every page comes first. */
export function listPlaced({ signees, marks }: Pick<Draft, 'signees' | 'marks'>): readonly PlacedMark[] {
  const owners = new Map(signees.map((owner, index) => [owner.key, { owner, index }]));
  const placed = marks.flatMap((mark) => {
    const found = owners.get(mark.owner);
    if (found === undefined || !isUsed(mark, found.owner)) return [];
    return mark.places.map((place, at) => ({ id: placeId(mark, at), mark, at, place, ...found }));
  });
  return placed.toSorted((a, b) => compareInReadingOrder(a, b));
}

/** A method without a scan has no box for it, and one without ink no initials [D10-13]. */
export function isUsed(mark: Mark, { signatureType }: Pick<DraftSignee, 'signatureType'>): boolean {
  return mark.kind === 'field' || boxKindsOf(signatureType).includes(mark.kind);
}

type Ordered = Pick<PlacedMark, 'mark' | 'place'>;

function compareInReadingOrder(a: Ordered, b: Ordered): number {
  const pageOf = ({ mark, place }: Ordered) => (isOnEveryPage(mark) ? 0 : place.page);
  return pageOf(a) - pageOf(b) || a.place.y - b.place.y || a.place.x - b.place.x;
}

/** The order of fields is that of the tab key in the file. It is the reading order until the sender changes it. */
export function isInReadingOrder(marks: readonly Mark[]): boolean {
  const fields = marks.filter(({ kind }) => kind === 'field').flatMap(firstPlace);
  return fields.every((one, index) => {
    const before = fields[index - 1];
    return before === undefined || compareInReadingOrder(before, one) <= 0;
  });
}

function firstPlace(mark: Mark): readonly Ordered[] {
  const [place] = mark.places;
  return place === undefined ? [] : [{ mark, place }];
}

export function sortInReadingOrder(draft: Draft): Draft {
  const marks = draft.marks.flatMap(firstPlace).toSorted(compareInReadingOrder);
  return { ...draft, marks: marks.map(({ mark }) => mark) };
}

/** An order of the sender's own stays. */
function withMarks(draft: Draft, marks: readonly Mark[]): Draft {
  const changed = { ...draft, marks };
  return isInReadingOrder(draft.marks) ? sortInReadingOrder(changed) : changed;
}

/** Moves the field to another turn of the tab key, among the fields of its owner. */
export function moveInOrder(draft: Draft, markId: string, by: 1 | -1): Draft {
  const mark = draft.marks.find(({ id }) => id === markId);
  const ofOwner = draft.marks.filter((one) => one.kind === 'field' && one.owner === mark?.owner);
  const other = ofOwner[ofOwner.findIndex(({ id }) => id === markId) + by];
  if (mark === undefined || other === undefined) return draft;
  const marks = draft.marks.map((one) => (one === mark ? other : one === other ? mark : one));
  return { ...draft, marks };
}

export function moveMarks(draft: Draft, moves: Moves): Draft {
  if (moves.size === 0) return draft;
  const marks = draft.marks.map((mark) => {
    const places = mark.places.map((place, at) => moves.get(placeId(mark, at)) ?? place);
    return places.every((place, at) => place === mark.places[at]) ? mark : { ...mark, places };
  });
  return withMarks(draft, marks);
}

/** Adds the mark, or takes the place of the one with its id. */
export function putMark(draft: Draft, mark: Mark): Draft {
  const isThere = draft.marks.some(({ id }) => id === mark.id);
  const marks = isThere
    ? draft.marks.map((one) => (one.id === mark.id ? mark : one))
    : [...draft.marks, mark];
  return withMarks(signsInPlace(draft, mark), marks);
}

/** A signature that the sender places takes the place of the one on a new page. */
function signsInPlace(draft: Draft, { kind, owner }: Mark): Draft {
  const isMoved =
    kind === 'signature' && draft.signees.some(({ key, signsOnNewPage }) => key === owner && signsOnNewPage);
  return isMoved ? changeSignee(draft, owner, { signsOnNewPage: false }) : draft;
}

export function changeMark(draft: Draft, markId: string, edit: (mark: Mark) => Mark): Draft {
  return { ...draft, marks: draft.marks.map((mark) => (mark.id === markId ? edit(mark) : mark)) };
}

/** A choice keeps its other buttons. */
export function removePlaces(draft: Draft, ids: readonly string[]): Draft {
  const removed = new Set(ids);
  const marks = draft.marks.flatMap((mark) => {
    const places = mark.places.filter((_, at) => !removed.has(placeId(mark, at)));
    if (places.length === mark.places.length) return [mark];
    return places.length === 0 ? [] : [{ ...mark, places }];
  });
  const names = new Set(marks.flatMap((mark) => (mark.kind === 'field' ? [mark.name] : [])));
  const gone = draft.marks.flatMap((mark) =>
    mark.kind === 'field' && !names.has(mark.name) ? [mark.name] : [],
  );
  return { ...draft, marks, fields: without(draft.fields, gone) };
}

function without(fields: Draft['fields'], names: readonly string[]): Draft['fields'] {
  if (names.length === 0) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** Boxes that the method of the new owner does not have stay with the old one. */
export function giveMarks(draft: Draft, ids: readonly string[], owner: DraftSignee): Draft {
  const given = new Set(ids.map(markIdOf));
  const marks = draft.marks.map((mark) =>
    given.has(mark.id) && isUsed(mark, owner) ? { ...mark, owner: owner.key } : mark,
  );
  return { ...draft, marks };
}

interface NewMark {
  readonly kind: Kind;
  readonly owner: string;
  /** The name of the kind, in the language of the page. */
  readonly base: string;
  /** The options of a new choice or list. */
  readonly options: readonly string[];
  /** The names of fields of the file and of other marks. */
  readonly taken: ReadonlySet<string>;
}

/** Points between the buttons of a new choice. */
const BUTTON_STEP = 22;

/** The mark is at the origin of the page until it is moved. */
export function newMark({ kind, owner, base, options, taken }: NewMark, page: number): Mark {
  const size = startSize(kind);
  const place: Place = { page, x: 0, y: 0, ...size, anchor: null, value: '' };
  const id = crypto.randomUUID();
  if (isBoxKind(kind)) return { id, owner, kind, places: [place], isOnAllPages: false };
  const { type, isMultiline, dateFormat } = FIELD_KINDS[kind];
  const isChoice = type === 'radioButton';
  return {
    ...{ id, owner, kind: 'field', type, isMultiline, dateFormat, maxLength: null, fontSize: null },
    name: nameField(base, kind, taken),
    label: '',
    isRequired: type !== 'checkbox',
    places: isChoice ? options.map((value, at) => ({ ...place, y: at * BUTTON_STEP, value })) : [place],
    options: type === 'combobox' || type === 'listbox' ? options.map((label) => ({ label })) : [],
  };
}

/** Returns the rectangle around all places. */
export function boundsOf(places: readonly Rect[]): Rect {
  const x = Math.min(...places.map((one) => one.x));
  const y = Math.min(...places.map((one) => one.y));
  const right = Math.max(...places.map((one) => one.x + one.width));
  const bottom = Math.max(...places.map((one) => one.y + one.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Keeps the places of a choice as they lie to each other. */
export function moveWhole(mark: Mark, page: number, x: number, y: number): Mark {
  const bounds = boundsOf(mark.places);
  const places = mark.places.map((place) => ({
    ...place,
    page,
    x: place.x - bounds.x + x,
    y: place.y - bounds.y + y,
    anchor: null,
  }));
  return { ...mark, places };
}

/** Place, label and owner stay. */
export function changeKind(
  mark: FieldMark,
  kind: FieldKind,
  others: Omit<NewMark, 'kind' | 'owner'>,
): FieldMark {
  const [place] = mark.places;
  const made = newMark({ ...others, kind, owner: mark.owner }, place?.page ?? 0);
  if (made.kind !== 'field' || place === undefined) return mark;
  const isSameShape = shapeOf(mark).ratio === shapeOf(made).ratio;
  const wanted = isSameShape && made.places.length === 1 ? place : startSize(kind);
  const size = fitSize(shapeOf(made), wanted, shapeOf(made).most);
  const places = made.places.map((one, at) => ({
    ...place,
    ...size,
    y: place.y + at * BUTTON_STEP,
    value: one.value,
  }));
  return {
    ...made,
    id: mark.id,
    label: mark.label,
    isRequired: mark.isRequired,
    fontSize: mark.fontSize,
    places,
  };
}

/** Name and label of a field go together, so that programs that get its value know it too. */
export function relabel(
  draft: Draft,
  markId: string,
  label: string,
  base: string,
  taken: ReadonlySet<string>,
): Draft {
  const mark = draft.marks.find(({ id }) => id === markId);
  if (mark?.kind !== 'field') return draft;
  const name = renameField(mark.name, label.trim() === '' ? base : label, taken);
  const { [mark.name]: value, ...fields } = draft.fields;
  const renamed = changeMark(draft, markId, (one) => ({ ...one, name, label }) as FieldMark);
  return { ...renamed, fields: value === undefined ? fields : { ...fields, [name]: value } };
}

/** What a person owns, in the shape of the configuration. The first signature is the one that every signee has. */
export interface Ownership {
  readonly signature: BoxMark | undefined;
  readonly scan: BoxMark | undefined;
  readonly further: readonly BoxMark[];
  /** Names of fields of the file come first. */
  readonly fileFields: readonly string[];
  readonly newFields: readonly FieldMark[];
}

export function ownershipOf({ marks, fieldOwners }: Draft, signee: DraftSignee): Ownership {
  const own = marks.filter((mark) => mark.owner === signee.key && isUsed(mark, signee));
  const boxes = own.filter((mark) => mark.kind !== 'field');
  const ofKind = (kind: BoxType) => boxes.find((mark) => mark.kind === kind && !mark.isOnAllPages);
  const [signature, scan] = [signee.signsOnNewPage ? undefined : ofKind('signature'), ofKind('id_scan')];
  return {
    signature,
    scan,
    further: boxes.filter((mark) => mark !== signature && mark.kind !== 'id_scan'),
    fileFields: Object.entries(fieldOwners).flatMap(([name, owner]) => (owner === signee.key ? [name] : [])),
    newFields: own.filter((mark) => mark.kind === 'field'),
  };
}
