import { BOX_SIZES } from '@countersign/seal/layout';
import { useMemo } from 'preact/hooks';
import { boxId, listBoxes, placeBoxes, press, removeBoxes, selectedIds, toggle } from '../boxes/boxes.ts';
import { clampScale, type Rect, rectOf, resizeOnPage, snapScale } from '../boxes/geometry.ts';
import type { BoxKind, Draft } from '../draft.ts';
import { createDragTools, type DragStep, type DragTools, type PagesNow, type Point } from './drag.ts';
import { toColumn, toPage } from './page-layout.ts';
import type { DragControls, Snap } from './page-picture.tsx';

const SNAP_SCALE = 0.03;

type Pressed = Parameters<DragControls['startMove']>[1];

let dragCount = 0;

/** Lets mouse, pen and finger drag boxes. */
export function useBoxDrag(
  scroller: { readonly current: HTMLElement | null },
  now: PagesNow,
  onSnap: (snap: Snap | null) => void,
): DragControls {
  return useMemo(() => {
    const tools = createDragTools(scroller, now, onSnap);
    return {
      startMove(event, pressed) {
        if (event.button === 0) startMove(tools, event, pressed);
      },
      startResize(event, pressed) {
        if (event.button === 0) startResize(tools, event, pressed);
      },
      startPlacing(event, signeeKey, kind, onDragged) {
        if (event.button === 0) startPlacing(tools, event, { id: boxId(signeeKey, kind), kind, onDragged });
      },
    };
  }, [scroller, now, onSnap]);
}

/** Moves the selected boxes. The one that was pressed snaps. */
function startMove(tools: DragTools, event: PointerEvent, pressed: Pressed): void {
  const { composer, layout } = tools.now.current;
  if (event.shiftKey) {
    composer.setSelection((before) => toggle(before, pressed.id));
    return;
  }
  const selection = press(composer.selection, pressed.id);
  composer.setSelection(selection);
  const ids = new Set(selectedIds(selection));
  const moving = composer.boxes
    .filter(({ id }) => ids.has(id))
    .map((one) => ({ ...one, rect: toColumn(layout, one.kind, one.box) }));
  const primary = moving.find(({ id }) => id === pressed.id);
  const from = tools.inColumn({ x: event.clientX, y: event.clientY });
  const group = nextGroup();
  tools.follow(event, (step) => {
    if (primary?.rect == null) return;
    const now = tools.now.current.layout;
    const shift = difference(tools.inColumn(step), from);
    const raw = toPage(now, primary.kind, moved(primary.rect, shift), primary.box.scale);
    const snapped = tools.snapBox(primary.kind, raw, ids, step.isFree);
    const scale = now.pages[raw.page]?.scale ?? 1;
    const whole = {
      x: shift.x + (snapped.x - raw.x) * scale,
      y: shift.y + (snapped.y - raw.y) * scale,
    };
    const moves = moving.flatMap(({ id, kind, rect, box }) => {
      if (id === pressed.id) return [[id, snapped] as const];
      return rect === null ? [] : [[id, toPage(now, kind, moved(rect, whole), box.scale)] as const];
    });
    composer.change((before) => placeBoxes(before, new Map(moves)), group);
  });
}

/** Snaps to the sizes of other boxes. */
function startResize(tools: DragTools, event: PointerEvent, { id, kind, box }: Pressed): void {
  event.stopPropagation();
  const { composer, layout, sizeOf } = tools.now.current;
  composer.setSelection((before) => press(before, id));
  const page = layout.pages[box.page];
  if (page === undefined) return;
  const others = composer.boxes.filter((one) => one.id !== id).map((one) => one.box.scale);
  const from = tools.inColumn({ x: event.clientX, y: event.clientY });
  const group = nextGroup();
  tools.follow(event, (step) => {
    const { x, y } = difference(tools.inColumn(step), from);
    const { width, height } = BOX_SIZES[kind];
    const wanted = clampScale(box.scale + Math.max(x / page.scale / width, y / page.scale / height));
    const scale = step.isFree ? wanted : snapScale(wanted, others, SNAP_SCALE);
    const resized = resizeOnPage(kind, box, scale, sizeOf(box.page));
    composer.change((before) => placeBoxes(before, new Map([[id, resized]])), group);
  });
}

interface Placing {
  readonly id: string;
  readonly kind: BoxKind;
  readonly onDragged: () => void;
}

/** Drags a box from the panel onto a page. A box that is released beside the pages goes back. */
function startPlacing(tools: DragTools, event: PointerEvent, { id, kind, onDragged }: Placing): void {
  const { composer } = tools.now.current;
  const before = composer.draft;
  const scale = listBoxes(before).find((one) => one.id === id)?.box.scale ?? 1;
  const group = nextGroup();
  tools.follow(
    event,
    (step) => {
      if (!tools.isInside(step)) {
        tools.onSnap(null);
        composer.change((draft) => restoreBox(draft, before, id), group);
        return;
      }
      const raw = boxAt(tools, step, kind, scale);
      const box = tools.snapBox(kind, raw, new Set([id]), step.isFree);
      composer.change((draft) => placeBoxes(draft, new Map([[id, box]])), group);
    },
    (hasMoved) => {
      if (!hasMoved) return;
      tools.now.current.composer.setSelection({ active: id, marked: [] });
      onDragged();
    },
  );
}

/** Returns the box with its centre under the pointer. */
function boxAt({ now, inColumn }: DragTools, step: DragStep, kind: BoxKind, scale: number) {
  const { layout } = now.current;
  const at = inColumn(step);
  const page = toPage(layout, kind, { x: at.x, y: at.y, height: 0 }, scale).page;
  const pixels = layout.pages[page]?.scale ?? 1;
  const { width, height } = rectOf(kind, { page, x: 0, y: 0, scale });
  const rect = {
    x: at.x - (width * pixels) / 2,
    y: at.y - (height * pixels) / 2,
    height: height * pixels,
  };
  return toPage(layout, kind, rect, scale);
}

function nextGroup(): string {
  dragCount += 1;
  return `drag-${dragCount}`;
}

function difference(at: Point, from: Point): Point {
  return { x: at.x - from.x, y: at.y - from.y };
}

function moved(rect: Rect, { x, y }: Point): Rect {
  return { ...rect, x: rect.x + x, y: rect.y + y };
}

function restoreBox(draft: Draft, before: Draft, id: string): Draft {
  const known = listBoxes(before).find((one) => one.id === id);
  return known === undefined ? removeBoxes(draft, [id]) : placeBoxes(draft, new Map([[id, known.box]]));
}
