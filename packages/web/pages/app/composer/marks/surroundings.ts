import type { FormField } from '@countersign/signing';
import type { Draft } from '../draft.ts';
import { clampToPage, isOutside, overlaps } from './geometry.ts';
import {
  isOnEveryPage,
  LOST_PAGE,
  type Mark,
  type Place,
  type PlacedMark,
  placeId,
  type Rect,
  type Size,
  shapeOf,
} from './mark.ts';
import { boundsOf, isUsed, listPlaced, moveWhole, putMark } from './marks.ts';

export type MarkWarning = 'page_missing' | 'outside_page' | 'overlap' | 'over_field' | 'anchor_lost';

/** Maps the codes of the service, whose sentences count pages from 0 and name members of the API. */
export const WARNING_OF_CODE: ReadonlyMap<string, MarkWarning> = new Map([
  ['page_out_of_range', 'page_missing'],
  ['box_outside_page', 'outside_page'],
  ['anchor_not_found', 'anchor_lost'],
]);

export interface KnownPages {
  readonly count: number;
  /** Returns undefined until the page has been read. */
  sizeOf(page: number): Size | undefined;
}

type Field = Pick<FormField, 'widgets'>;

/** What lies on a page, so that marks are compared with their neighbours alone. */
interface PageContents {
  readonly marks: PlacedMark[];
  readonly widgets: Rect[];
}

/** Returns the warnings by place; what has none is left out. A place on a page that does not exist has no other. */
export function findWarnings(
  placed: readonly PlacedMark[],
  fields: readonly Field[],
  pages: KnownPages,
): ReadonlyMap<string, readonly MarkWarning[]> {
  const byPage = new Map<number, PageContents>();
  const contentsOf = (page: number) => {
    const known = byPage.get(page);
    if (known !== undefined) return known;
    const contents: PageContents = { marks: [], widgets: [] };
    byPage.set(page, contents);
    return contents;
  };
  for (const one of placed) if (!isOnEveryPage(one.mark)) contentsOf(one.place.page).marks.push(one);
  for (const { widgets } of fields)
    for (const widget of widgets) contentsOf(widget.page).widgets.push(widget);
  const found = placed.map((one) => [one.id, warningsOf(one, contentsOf(one.place.page), pages)] as const);
  return new Map(found.filter(([, warnings]) => warnings.length > 0));
}

function warningsOf(
  { id, mark, place }: PlacedMark,
  near: PageContents,
  pages: KnownPages,
): readonly MarkWarning[] {
  if (place.page === LOST_PAGE) return ['anchor_lost'];
  if (place.page < 0) return [];
  if (place.page >= pages.count) return ['page_missing'];
  const size = pages.sizeOf(place.page);
  const isOver = size !== undefined && isOutside(place, size);
  // Marks on every page lie over many things, and where is seen.
  if (isOnEveryPage(mark)) return isOver ? ['outside_page'] : [];
  return [
    ...(isOver ? (['outside_page'] as const) : []),
    ...(near.marks.some((other) => other.id !== id && overlaps(place, other.place))
      ? (['overlap'] as const)
      : []),
    ...(near.widgets.some((widget) => overlaps(place, widget)) ? (['over_field'] as const) : []),
  ];
}

/** Lists the rectangles on a page, without those of some marks. */
export function rectsOn(
  page: number,
  placed: readonly PlacedMark[],
  fields: readonly Field[],
  except: ReadonlySet<string> = new Set(),
): readonly Rect[] {
  return [
    ...placed
      .filter(({ id, mark, place }) => !except.has(id) && (isOnEveryPage(mark) || place.page === page))
      .map(({ place }) => place),
    ...fields.flatMap(({ widgets }) => widgets.filter((widget) => widget.page === page)),
  ];
}

/** Points to the edge of the page, and between the positions that are tried. */
const MARGIN = 60;
const STEP = 12;

/** Returns the lowest free position of a rectangle on the page. */
export function findSpace(wanted: Size, page: Size, occupied: readonly Rect[]): Pick<Rect, 'x' | 'y'> {
  const { width, height } = wanted;
  const lowest = Math.max(0, page.height - MARGIN - height);
  const columns = [MARGIN, page.width - MARGIN - width].map((x) => Math.max(0, Math.round(x)));
  for (let y = Math.round(lowest); y >= 0; y -= STEP) {
    for (const x of columns) {
      const rect = { x, y, width, height };
      if (x + width <= page.width && !occupied.some((other) => overlaps(rect, other))) return { x, y };
    }
  }
  return { x: columns[0] ?? 0, y: Math.round(lowest) };
}

export interface TargetPage {
  readonly index: number;
  readonly size: Size;
}

/** Puts the mark into free space of the page. */
export function intoSpace(mark: Mark, { index, size }: TargetPage, occupied: readonly Rect[]): Mark {
  const { x, y } = findSpace(boundsOf(mark.places), size, occupied);
  return ontoPage(moveWhole(mark, index, x, y), size);
}

/** Moves what is beyond the edge back onto the page. */
export function ontoPage(mark: Mark, size: Size): Mark {
  return { ...mark, places: mark.places.map((place) => clampToPage(shapeOf(mark), place, size)) };
}

export interface Pasted {
  readonly draft: Draft;
  readonly ids: readonly string[];
}

/** Pastes copies at the position that the marks had, moved where they would lie on something. */
export function pasteMarks(
  draft: Draft,
  copied: readonly Mark[],
  page: TargetPage,
  fields: readonly Field[],
  rename: (name: string, draft: Draft) => string,
): Pasted {
  let now = draft;
  const ids: string[] = [];
  for (const mark of copied) {
    const owner = now.signees.find(({ key }) => key === mark.owner);
    if (owner === undefined || !isUsed(mark, owner)) continue;
    const fresh: Mark = {
      ...mark,
      id: crypto.randomUUID(),
      places: mark.places.map((place): Place => ({ ...place, page: page.index, anchor: null })),
    };
    const named: Mark = fresh.kind === 'field' ? { ...fresh, name: rename(fresh.name, now) } : fresh;
    const occupied = rectsOn(page.index, listPlaced(now), fields);
    const wanted = ontoPage(named, page.size);
    const isFree = !wanted.places.some((place) => occupied.some((other) => overlaps(place, other)));
    const placed = isFree ? wanted : intoSpace(named, page, occupied);
    now = putMark(now, placed);
    ids.push(...placed.places.map((_, at) => placeId(placed, at)));
  }
  return { draft: now, ids };
}
