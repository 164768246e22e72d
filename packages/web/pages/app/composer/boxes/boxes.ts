import type { BoxPosition, FormField } from '@countersign/signing';
import { type BoxKind, boxKindsOf, type Draft, type DraftSignee } from '../draft.ts';
import {
  clampToPage,
  isOutside,
  overlaps,
  type PlacedBox,
  type Rect,
  rectOf,
  type Size,
} from './geometry.ts';

/** A placed box with its owner. */
export interface SigneeBox extends PlacedBox {
  readonly signee: DraftSignee;
  readonly index: number;
}

export function boxId(signeeKey: string, kind: BoxKind): string {
  return `${signeeKey}/${kind}`;
}

export function parseBoxId(id: string): { readonly signeeKey: string; readonly kind: BoxKind } {
  const slash = id.lastIndexOf('/');
  return { signeeKey: id.slice(0, slash), kind: id.slice(slash + 1) === 'id_scan' ? 'id_scan' : 'signature' };
}

/** Lists the boxes that have a place, by page, then downwards, then to the right. */
export function listBoxes({ signees }: Pick<Draft, 'signees'>): readonly SigneeBox[] {
  const boxes = signees.flatMap((signee, index) =>
    boxKindsOf(signee.signatureType).flatMap((kind) => {
      const box = signee.boxes[kind];
      return box === undefined ? [] : [{ id: boxId(signee.key, kind), kind, box, signee, index }];
    }),
  );
  return boxes.toSorted(({ box: a }, { box: b }) => a.page - b.page || a.y - b.y || a.x - b.x);
}

export function placeBoxes(draft: Draft, moves: ReadonlyMap<string, BoxPosition>): Draft {
  if (moves.size === 0) return draft;
  const signees = draft.signees.map((signee) => {
    const moved = boxKindsOf(signee.signatureType).flatMap((kind) => {
      const box = moves.get(boxId(signee.key, kind));
      return box === undefined ? [] : [[kind, box] as const];
    });
    return moved.length === 0
      ? signee
      : { ...signee, boxes: { ...signee.boxes, ...Object.fromEntries(moved) } };
  });
  return { ...draft, signees };
}

/** A signature without a box is on a new page. */
export function removeBoxes(draft: Draft, ids: readonly string[]): Draft {
  const signees = draft.signees.map((signee) => {
    const kept = Object.entries(signee.boxes).filter(([kind]) => !ids.includes(`${signee.key}/${kind}`));
    return { ...signee, boxes: Object.fromEntries(kept) };
  });
  return { ...draft, signees };
}

/** The other signee gives theirs of the same kind in exchange. */
export function giveBox(draft: Draft, id: string, toKey: string): Draft {
  const { signeeKey, kind } = parseBoxId(id);
  const from = draft.signees.find(({ key }) => key === signeeKey);
  const to = draft.signees.find(({ key }) => key === toKey);
  if (from === undefined || to === undefined || from === to) return draft;
  const signees = draft.signees.map((signee) => {
    if (signee === from) return withBox(signee, kind, to.boxes[kind]);
    return signee === to ? withBox(signee, kind, from.boxes[kind]) : signee;
  });
  return { ...draft, signees };
}

function withBox(signee: DraftSignee, kind: BoxKind, box: BoxPosition | undefined): DraftSignee {
  const { [kind]: _, ...others } = signee.boxes;
  return { ...signee, boxes: box === undefined ? others : { ...others, [kind]: box } };
}

export type BoxWarning = 'page_missing' | 'outside_page' | 'overlap' | 'over_field';

/** Maps the codes of the service, whose sentences count pages from 0 and name members of the API. */
export const WARNING_OF_CODE: ReadonlyMap<string, BoxWarning> = new Map([
  ['page_out_of_range', 'page_missing'],
  ['box_outside_page', 'outside_page'],
]);

export interface KnownPages {
  readonly count: number;
  /** Returns undefined until the page has been read. */
  sizeOf(page: number): Size | undefined;
}

/** Returns the warnings by box. A box on a page that does not exist has no other problem. */
export function findBoxWarnings(
  boxes: readonly SigneeBox[],
  fields: readonly Pick<FormField, 'widgets'>[],
  pages: KnownPages,
): ReadonlyMap<string, readonly BoxWarning[]> {
  return new Map(boxes.map((one) => [one.id, warningsOf(one, boxes, fields, pages)]));
}

function warningsOf(
  { id, kind, box }: SigneeBox,
  boxes: readonly SigneeBox[],
  fields: readonly Pick<FormField, 'widgets'>[],
  pages: KnownPages,
): readonly BoxWarning[] {
  if (box.page >= pages.count) return ['page_missing'];
  const rect = rectOf(kind, box);
  const size = pages.sizeOf(box.page);
  const isCovered = boxes.some(
    (other) =>
      other.id !== id && other.box.page === box.page && overlaps(rect, rectOf(other.kind, other.box)),
  );
  const coversField = fields.some(({ widgets }) =>
    widgets.some((widget) => widget.page === box.page && overlaps(rect, widget)),
  );
  return [
    ...(size !== undefined && isOutside(kind, box, size) ? (['outside_page'] as const) : []),
    ...(isCovered ? (['overlap'] as const) : []),
    ...(coversField ? (['over_field'] as const) : []),
  ];
}

/** Points to the edge of the page, and between the positions that are tried. */
const MARGIN = 60;
const STEP = 12;

/** Returns the lowest free position on the page. */
export function findSpace(
  kind: BoxKind,
  page: { readonly index: number; readonly size: Size },
  occupied: readonly Rect[],
  scale = 1,
): BoxPosition {
  const { index, size } = page;
  const last = clampToPage(kind, { page: index, x: MARGIN, y: size.height - MARGIN * 2, scale }, size);
  const { width, height } = rectOf(kind, last);
  const lowest = Math.max(0, size.height - MARGIN - height);
  const columns = [MARGIN, size.width - MARGIN - width].map((x) => Math.max(0, Math.round(x)));
  for (let y = Math.round(lowest); y >= 0; y -= STEP) {
    for (const x of columns) {
      const box = { ...last, x, y };
      const rect = rectOf(kind, box);
      if (x + width <= size.width && !occupied.some((other) => overlaps(rect, other))) return box;
    }
  }
  return last;
}

export type CopiedBoxes = readonly PlacedBox[];

export interface Pasted {
  readonly draft: Draft;
  readonly ids: readonly string[];
}

/**
 * Pastes boxes at the position that they had, or in free space of the page. A signee signs in one box, so a copy goes
 * to the next signee without one; when everybody has one, the box itself moves.
 */
export function pasteBoxes(
  draft: Draft,
  copied: CopiedBoxes,
  page: { readonly index: number; readonly size: Size },
): Pasted {
  const moves = new Map<string, BoxPosition>();
  for (const { id, kind, box } of copied) {
    const free = draft.signees.find(
      (signee) =>
        boxKindsOf(signee.signatureType).includes(kind) &&
        signee.boxes[kind] === undefined &&
        !moves.has(boxId(signee.key, kind)),
    );
    const target = free === undefined ? id : boxId(free.key, kind);
    const wanted = clampToPage(kind, { ...box, page: page.index }, page.size);
    const occupied = listBoxes(placeBoxes(draft, moves))
      .filter((one) => one.id !== target && one.box.page === page.index)
      .map((one) => rectOf(one.kind, one.box));
    const isFree = !occupied.some((other) => overlaps(rectOf(kind, wanted), other));
    moves.set(target, isFree ? wanted : findSpace(kind, page, occupied, box.scale));
  }
  return { draft: placeBoxes(draft, moves), ids: [...moves.keys()] };
}

/** The active box has the focus; others are marked besides. */
export interface Selection {
  readonly active: string | null;
  readonly marked: readonly string[];
}

export const NOTHING_SELECTED: Selection = { active: null, marked: [] };

/** The active box comes first, because others are aligned with it. */
export function selectedIds({ active, marked }: Selection): readonly string[] {
  return active === null ? marked : [active, ...marked.filter((id) => id !== active)];
}

/** Boxes that are marked stay marked. */
export function activate(selection: Selection, id: string): Selection {
  return selection.active === id ? selection : { ...selection, active: id };
}

/** A press without Shift selects the box alone, unless it may be dragged with the selection. */
export function press(selection: Selection, id: string): Selection {
  return selection.marked.includes(id) ? { ...selection, active: id } : { active: id, marked: [] };
}

/** Shift+click and the space bar do this. The box that was active before stays selected. */
export function toggle(selection: Selection, id: string): Selection {
  const others = selectedIds(selection).filter((one) => one !== id);
  if (selection.marked.includes(id)) return { active: others[0] ?? null, marked: others };
  return { active: id, marked: [...others, id] };
}

export function keepExisting(selection: Selection, ids: ReadonlySet<string>): Selection {
  const active = selection.active !== null && ids.has(selection.active) ? selection.active : null;
  const marked = selection.marked.filter((id) => ids.has(id));
  if (active === selection.active && marked.length === selection.marked.length) return selection;
  return { active, marked };
}
