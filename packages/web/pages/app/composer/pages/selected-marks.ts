import { clampToPage, type Moves, resizeOnPage } from '../marks/geometry.ts';
import { type Mark, type Place, type PlacedMark, placeId, shapeOf } from '../marks/mark.ts';
import { moveMarks } from '../marks/marks.ts';
import { selectedIds } from '../marks/selection.ts';
import type { TargetPage } from '../marks/surroundings.ts';
import type { PagesNow } from './drag.ts';

/** What commands need besides the state. */
export interface Surface {
  readonly now: PagesNow;
  readonly pageCount: number;
  scrollToPage(page: number): void;
}

export class SelectedMarks {
  readonly #now: PagesNow;

  constructor(now: PagesNow) {
    this.#now = now;
  }

  /** The active mark comes first. */
  list(): readonly PlacedMark[] {
    const { placed, selection } = this.#now.current.composer;
    const byId = new Map(placed.map((one) => [one.id, one]));
    return selectedIds(selection).flatMap((id) => byId.get(id) ?? []);
  }

  ids(): readonly string[] {
    return this.list().map(({ id }) => id);
  }

  /** Keeps marks within their pages. Repeated keys of one `name` are undone at once. */
  move(moves: Moves, name?: string): void {
    const { composer, sizeOf } = this.#now.current;
    const fitting = this.list().flatMap(({ id, mark, place }) => {
      const wanted = moves.get(id);
      if (wanted === undefined) return [];
      const moved = clampToPage(shapeOf(mark), wanted, sizeOf(Math.max(wanted.page, 0)));
      return [[id, keepAnchor(moved, place)] as const];
    });
    const group = name === undefined ? undefined : `${name}:${selectedIds(composer.selection).join()}`;
    composer.change((before) => moveMarks(before, new Map(fitting)), group);
  }

  moveEach(edit: (one: PlacedMark) => Place, name: string): void {
    this.move(new Map(this.list().map((one) => [one.id, edit(one)])), name);
  }

  resized({ mark, place }: PlacedMark, width: number, height: number): Place {
    return resizeOnPage(shapeOf(mark), place, { width, height }, this.#now.current.sizeOf(place.page));
  }
}

/** The distance to the text of an anchor changes with the place, and another page ends it. */
export function keepAnchor(moved: Place, { anchor, page, x, y }: Place): Place {
  if (anchor === null) return moved;
  if (moved.page !== page) return { ...moved, anchor: null };
  return { ...moved, anchor: { ...anchor, dx: anchor.dx + moved.x - x, dy: anchor.dy + moved.y - y } };
}

export function idsOf(mark: Mark): readonly string[] {
  return mark.places.map((_, at) => placeId(mark, at));
}

/** Another file may have fewer pages, before hidden ones are shown again. */
export function shownPage({ current: { composer, layout, sizeOf } }: PagesNow): TargetPage {
  const index = Math.min(composer.currentPage, layout.pages.length - 1);
  return { index, size: sizeOf(index) };
}

/** A mark that is on every page has one element for each. */
export function markElementId(id: string, page: number): string {
  return `mark-${id}-${page}`;
}

/** Waits until the change is rendered. */
export function showMark(id: string, page: number): void {
  requestAnimationFrame(() =>
    document.getElementById(markElementId(id, page))?.scrollIntoView({ block: 'nearest' }),
  );
}

/** Waits until the change is rendered. */
export function focusMark({
  id,
  place,
}: {
  readonly id: string;
  readonly place: Pick<Place, 'page'> | undefined;
}): void {
  requestAnimationFrame(() => document.getElementById(markElementId(id, place?.page ?? 0))?.focus());
}

export function focusPages(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('.composer-column')?.focus({ preventScroll: true }),
  );
}
