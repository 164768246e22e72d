import { useMemo } from 'preact/hooks';
import { clampToPage, type Moves, resizeOnPage, snapLength } from '../marks/geometry.ts';
import type { Kind } from '../marks/kinds.ts';
import {
  isOnEveryPage,
  type Mark,
  type Place,
  type PlacedMark,
  placeId,
  type Rect,
  shapeOf,
} from '../marks/mark.ts';
import { boundsOf, giveMarks, moveMarks, moveWhole, putMark, removePlaces } from '../marks/marks.ts';
import { press, selectedIds, selectOnly, toggle } from '../marks/selection.ts';
import { ontoPage, rectsOn } from '../marks/surroundings.ts';
import { createDragTools, type DragTools, makeMark, type PagesNow, type Point, SNAP_PIXELS } from './drag.ts';
import type { DragControls, Edge, Snap } from './page-controls.ts';
import { pageAt, toColumn, toPage } from './page-layout.ts';
import { focusMark, keepAnchor } from './selected-marks.ts';

let dragCount = 0;

/** Lets mouse, pen and finger drag marks. */
export function useMarkDrag(
  scroller: { readonly current: HTMLElement | null },
  now: PagesNow,
  pointer: { current: Point | null },
  onSnap: (snap: Snap | null) => void,
): DragControls {
  return useMemo(() => {
    const tools = createDragTools(scroller, now, onSnap);
    return {
      startMove(event, pressed, page) {
        if (event.button === 0) startMove(tools, event, pressed, page);
      },
      startResize(event, pressed, edge, page) {
        if (event.button === 0) startResize(tools, event, pressed, edge, page);
      },
      startPlacing(event, kind, onDragged) {
        if (event.button === 0) startPlacing(tools, event, kind, onDragged);
      },
      placeAt(event) {
        const { composer } = now.current;
        if (composer.tool === null) return;
        placeUnder(tools, { x: event.clientX, y: event.clientY }, composer.tool, event.altKey);
        if (!event.shiftKey) composer.setTool(null);
      },
      placeUnderPointer(kind) {
        if (pointer.current === null) return false;
        placeUnder(tools, pointer.current, kind, false);
        return true;
      },
      follow(event) {
        pointer.current = event === null ? null : { x: event.clientX, y: event.clientY };
      },
    };
  }, [scroller, now, pointer, onSnap]);
}

interface Moving extends PlacedMark {
  readonly rect: Rect | null;
}

/**
 * Moves the selected marks; the one that was pressed snaps. Released over a person, they are given to that person, and
 * over a thumbnail they go to that page.
 */
function startMove(tools: DragTools, event: PointerEvent, pressed: PlacedMark, page: number): void {
  const { composer, layout } = tools.now.current;
  if (event.shiftKey) {
    composer.setSelection((before) => toggle(before, pressed.id));
    return;
  }
  const selection = press(composer.selection, pressed.id);
  composer.setSelection(selection);
  const ids = new Set(selectedIds(selection));
  const moving: readonly Moving[] = composer.placed
    .filter(({ id }) => ids.has(id))
    .map((one) => ({
      ...one,
      rect: toColumn(layout, one.place, isOnEveryPage(one.mark) ? page : one.place.page),
    }));
  const primary = moving.find(({ id }) => id === pressed.id);
  const from = tools.inColumn({ x: event.clientX, y: event.clientY });
  const group = nextGroup();
  tools.follow(
    event,
    (step) => {
      showDropTarget(step);
      if (primary?.rect == null) return;
      const shift = difference(tools.inColumn(step), from);
      const raw = dropped(tools, primary, shift, page);
      const snapped = tools.snap(isOnEveryPage(primary.mark) ? page : raw.page, raw, ids, step.isFree);
      const scale = tools.now.current.layout.pages[raw.page]?.scale ?? 1;
      const whole = { x: shift.x + (snapped.x - raw.x) * scale, y: shift.y + (snapped.y - raw.y) * scale };
      const moves: Moves = new Map(moving.map((one) => [one.id, dropped(tools, one, whole, page)]));
      composer.change((before) => moveMarks(before, moves), group);
    },
    (hasMoved, last) => {
      const target = targetAt(last);
      showDropTarget(null);
      if (!hasMoved || target === null) return;
      const owner = composer.draft.signees.find(({ key }) => key === target.dataset.person);
      const toPage = target.dataset.page === undefined ? null : Number(target.dataset.page);
      const back: Moves = new Map(
        moving.map(({ id, place }) => [
          id,
          toPage === null ? place : { ...place, page: toPage, anchor: null },
        ]),
      );
      composer.change((before) => {
        const restored = moveMarks(before, back);
        return owner === undefined ? restored : giveMarks(restored, [...ids], owner);
      }, group);
    },
  );
}

/** Returns the place after a move by so many CSS pixels, within the page that has its centre. */
function dropped(tools: DragTools, { mark, place, rect }: Moving, shift: Point, page: number): Place {
  if (rect === null) return place;
  const { layout, sizeOf } = tools.now.current;
  const at = { ...rect, x: rect.x + shift.x, y: rect.y + shift.y };
  const shown = layout.pages[page];
  if (isOnEveryPage(mark) && shown !== undefined) {
    const moved = { ...place, x: (at.x - shown.x) / shown.scale, y: (at.y - shown.y) / shown.scale };
    return clampToPage(shapeOf(mark), moved, sizeOf(page));
  }
  const found = toPage(layout, at);
  return keepAnchor(clampToPage(shapeOf(mark), { ...place, ...found }, sizeOf(found.page)), place);
}

function targetAt({ x, y }: Point): HTMLElement | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-person], [data-page]') ?? null;
}

/** Marks the person or thumbnail that would get what is dragged. */
function showDropTarget(at: Point | null): void {
  const target = at === null ? null : targetAt(at);
  for (const one of document.querySelectorAll('.is-drop-target'))
    if (one !== target) one.classList.remove('is-drop-target');
  target?.classList.add('is-drop-target');
}

/** Snaps to the sizes of other marks and fields of the page. */
function startResize(
  tools: DragTools,
  event: PointerEvent,
  pressed: PlacedMark,
  edge: Edge,
  page: number,
): void {
  event.stopPropagation();
  const { composer, layout, sizeOf } = tools.now.current;
  const { id, mark, place } = pressed;
  composer.setSelection((before) => press(before, id));
  const scale = layout.pages[page]?.scale;
  if (scale === undefined) return;
  const shape = shapeOf(mark);
  const others = rectsOn(page, composer.placed, composer.fields, new Set([id]));
  const from = tools.inColumn({ x: event.clientX, y: event.clientY });
  const group = nextGroup();
  const snapped = (length: number, axis: 'width' | 'height', isFree: boolean) =>
    isFree
      ? length
      : snapLength(
          length,
          others.map((one) => one[axis]),
          SNAP_PIXELS / scale,
        );
  tools.follow(event, (step) => {
    const shift = difference(tools.inColumn(step), from);
    const [dx, dy] = [shift.x / scale, shift.y / scale];
    const width = snapped(place.width + (edge === 'left' ? -dx : dx), 'width', step.isFree);
    const height = edge === 'corner' ? snapped(place.height + dy, 'height', step.isFree) : place.height;
    const grown = shape.ratio === null ? { width, height } : widest(place, width, height, shape.ratio);
    // The right edge stays where the left one is dragged.
    const start = edge === 'left' ? { ...place, x: 0 } : place;
    const whole = sizeOf(page);
    const space = edge === 'left' ? { ...whole, width: place.x + place.width } : whole;
    const resized = resizeOnPage(shape, start, grown, space);
    const x = edge === 'left' ? place.x + place.width - resized.width : place.x;
    const next = keepAnchor({ ...resized, x }, place);
    composer.change((before) => moveMarks(before, new Map([[id, next]])), group);
  });
}

/** Follows the direction in which the corner is dragged further. */
function widest(place: Rect, width: number, height: number, ratio: number) {
  const isWider = width - place.width > (height - place.height) * ratio;
  return isWider ? { width, height: width / ratio } : { width: height * ratio, height };
}

/** Drags a new mark from the palette onto a page. What is released beside the pages is not placed. */
function startPlacing(tools: DragTools, event: PointerEvent, kind: Kind, onDragged: () => void): void {
  const { composer } = tools.now.current;
  const made = makeMark(tools.now, kind);
  if (made === null) return;
  const group = nextGroup();
  const ids = made.places.map((_, at) => placeId(made, at));
  tools.follow(
    event,
    (step) => {
      if (!tools.isInside(step)) {
        tools.onSnap(null);
        composer.change((draft) => removePlaces(draft, ids), group);
        return;
      }
      const placed = centredAt(tools, step, made, step.isFree);
      composer.change((draft) => putMark(draft, placed), group);
    },
    (hasMoved) => {
      if (!hasMoved) return;
      composer.setTool(null);
      composer.setSelection(selectOnly(ids));
      onDragged();
    },
  );
}

function placeUnder(tools: DragTools, at: Point, kind: Kind, isFree: boolean): void {
  const { composer } = tools.now.current;
  const made = makeMark(tools.now, kind);
  if (made === null) return;
  const placed = centredAt(tools, at, made, isFree);
  tools.onSnap(null);
  composer.change((draft) => putMark(draft, placed));
  composer.setSelection(selectOnly(placed.places.map((_, index) => placeId(placed, index))));
  focusMark({ id: placeId(placed), place: placed.places[0] });
}

/** Returns the mark with its centre under the pointer. */
function centredAt(tools: DragTools, pointer: Point, mark: Mark, isFree: boolean): Mark {
  const { layout, sizeOf } = tools.now.current;
  const at = tools.inColumn(pointer);
  const page = pageAt(layout, at.y);
  const shown = layout.pages[page];
  const { width, height } = boundsOf(mark.places);
  if (shown === undefined) return mark;
  const x = (at.x - shown.x) / shown.scale - width / 2;
  const y = (at.y - shown.y) / shown.scale - height / 2;
  const moving = new Set(mark.places.map((_, index) => placeId(mark, index)));
  const snapped = tools.snap(page, { x, y, width, height }, moving, isFree);
  return ontoPage(moveWhole(mark, page, snapped.x, snapped.y), sizeOf(page));
}

function nextGroup(): string {
  dragCount += 1;
  return `drag-${dragCount}`;
}

function difference(at: Point, from: Point): Point {
  return { x: at.x - from.x, y: at.y - from.y };
}
