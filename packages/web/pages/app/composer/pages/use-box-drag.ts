import { BOX_SIZES } from '@countersign/seal/box-size';
import type { BoxPosition } from '@countersign/signing';
import { useMemo } from 'preact/hooks';
import { boxId, listBoxes, placeBoxes, removeBoxes } from '../boxes/boxes-of.ts';
import { clampScale, clampToPage, type Rect, rectOf, resizeOnPage, type Size } from '../boxes/geometry.ts';
import { press, selectedIds, toggle } from '../boxes/selection.ts';
import { snapRect, snapScale } from '../boxes/snap.ts';
import type { BoxKind, Composition } from '../model/composition.ts';
import type { Composer } from '../use-composer.ts';
import type { DragControls, Snap } from './page-controls.ts';
import { type PageLayout, toColumn, toPage } from './page-layout.ts';

export interface PagesNow {
  current: {
    readonly layout: PageLayout;
    readonly composer: Composer;
    sizeOf(page: number): Size;
  };
}

/** CSS pixels within which boxes snap. */
const SNAP_PIXELS = 6;
const SNAP_SCALE = 0.03;
/** CSS pixels until a press is a drag. */
const DRAG_PIXELS = 4;
/** CSS pixels from the edge in which the view scrolls, and per frame. */
const EDGE_PIXELS = 56;
const SCROLL_PIXELS = 14;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface DragStep extends Point {
  readonly isFree: boolean;
}

let dragCount = 0;

/** By mouse, pen and finger. The view scrolls at its edge. */
export function useBoxDrag(
  scroller: { readonly current: HTMLElement | null },
  now: PagesNow,
  onSnap: (snap: Snap | null) => void,
): DragControls {
  return useMemo(() => {
    /** In the scrolled column. */
    const inColumn = ({ x, y }: Point): Point => {
      const element = scroller.current;
      if (element === null) return { x, y };
      const { left, top } = element.getBoundingClientRect();
      return { x: x - left + element.scrollLeft, y: y - top + element.scrollTop };
    };

    const follow = (
      event: PointerEvent,
      onStep: (step: DragStep) => void,
      onEnd: (hasMoved: boolean) => void,
    ) => {
      now.current.composer.setDragging(true);
      followPointer(event, scroller, onStep, (hasMoved) => {
        onSnap(null);
        now.current.composer.setDragging(false);
        now.current.composer.endChange();
        onEnd(hasMoved);
      });
    };

    const snapBox = (kind: BoxKind, box: BoxPosition, moving: ReadonlySet<string>, isFree: boolean) => {
      const { layout, composer, sizeOf } = now.current;
      const page = layout.pages[box.page];
      if (isFree || page === undefined) {
        onSnap(null);
        return box;
      }
      const others = neighbours(composer, box.page, moving);
      const { x, y, lines } = snapRect(rectOf(kind, box), others, sizeOf(box.page), SNAP_PIXELS / page.scale);
      onSnap({ page: box.page, lines });
      return clampToPage(kind, { ...box, x, y }, sizeOf(box.page));
    };

    return {
      startMove(event, pressed) {
        if (event.button !== 0) return;
        const { composer, layout } = now.current;
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
        const from = inColumn({ x: event.clientX, y: event.clientY });
        const group = nextGroup();
        follow(
          event,
          (step) => {
            const at = inColumn(step);
            const shift = { x: at.x - from.x, y: at.y - from.y };
            const primary = moving.find(({ id }) => id === pressed.id);
            if (primary?.rect == null) return;
            const raw = toPage(
              now.current.layout,
              primary.kind,
              moved(primary.rect, shift),
              primary.box.scale,
            );
            const snapped = snapBox(primary.kind, raw, ids, step.isFree);
            const scale = now.current.layout.pages[raw.page]?.scale ?? 1;
            const whole = {
              x: shift.x + (snapped.x - raw.x) * scale,
              y: shift.y + (snapped.y - raw.y) * scale,
            };
            const moves = moving.flatMap(({ id, kind, rect, box }) => {
              if (id === pressed.id) return [[id, snapped] as const];
              return rect === null
                ? []
                : [[id, toPage(now.current.layout, kind, moved(rect, whole), box.scale)] as const];
            });
            composer.change((before) => placeBoxes(before, new Map(moves)), group);
          },
          () => undefined,
        );
      },

      startResize(event, { id, kind, box }) {
        if (event.button !== 0) return;
        event.stopPropagation();
        const { composer, layout, sizeOf } = now.current;
        composer.setSelection((before) => press(before, id));
        const page = layout.pages[box.page];
        if (page === undefined) return;
        const others = composer.boxes.filter((one) => one.id !== id).map((one) => one.box.scale);
        const from = inColumn({ x: event.clientX, y: event.clientY });
        const group = nextGroup();
        follow(
          event,
          (step) => {
            const at = inColumn(step);
            const { width, height } = BOX_SIZES[kind];
            const grown = Math.max(
              (at.x - from.x) / page.scale / width,
              (at.y - from.y) / page.scale / height,
            );
            const wanted = clampScale(box.scale + grown);
            const scale = step.isFree ? wanted : snapScale(wanted, others, SNAP_SCALE);
            const resized = resizeOnPage(kind, box, scale, sizeOf(box.page));
            composer.change((before) => placeBoxes(before, new Map([[id, resized]])), group);
          },
          () => undefined,
        );
      },

      startPlacing(event, signeeKey, kind, onClick) {
        if (event.button !== 0) return;
        const { composer } = now.current;
        const id = boxId(signeeKey, kind);
        const before = composer.composition;
        const scale = listBoxes(before).find((one) => one.id === id)?.box.scale ?? 1;
        const group = nextGroup();
        follow(
          event,
          (step) => {
            const change = (edit: (composition: Composition) => Composition) => composer.change(edit, group);
            if (!isInside(scroller.current, step)) {
              onSnap(null);
              change((composition) => restoreBox(composition, before, id));
              return;
            }
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
            const box = snapBox(kind, toPage(layout, kind, rect, scale), new Set([id]), step.isFree);
            change((composition) => placeBoxes(composition, new Map([[id, box]])));
          },
          (hasMoved) => {
            if (hasMoved) now.current.composer.setSelection({ active: id, marked: [] });
            else onClick();
          },
        );
      },
    };
  }, [scroller, now, onSnap]);
}

function nextGroup(): string {
  dragCount += 1;
  return `drag-${dragCount}`;
}

function moved(rect: Rect, { x, y }: Point): Rect {
  return { ...rect, x: rect.x + x, y: rect.y + y };
}

function isInside(element: HTMLElement | null, { x, y }: Point): boolean {
  if (element === null) return false;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return x >= left && x < right && y >= top && y < bottom;
}

/** Boxes snap to them. */
function neighbours({ boxes, fields }: Composer, page: number, moving: ReadonlySet<string>): readonly Rect[] {
  return [
    ...boxes
      .filter(({ id, box }) => box.page === page && !moving.has(id))
      .map(({ kind, box }) => rectOf(kind, box)),
    ...fields.flatMap(({ widgets }) => widgets.filter((widget) => widget.page === page)),
  ];
}

function restoreBox(composition: Composition, before: Composition, id: string): Composition {
  const known = listBoxes(before).find((one) => one.id === id);
  return known === undefined
    ? removeBoxes(composition, [id])
    : placeBoxes(composition, new Map([[id, known.box]]));
}

/** Until it is released. */
function followPointer(
  event: PointerEvent,
  scroller: { readonly current: HTMLElement | null },
  onStep: (step: DragStep) => void,
  onEnd: (hasMoved: boolean) => void,
): void {
  const target = event.currentTarget;
  if (!(target instanceof HTMLElement)) return;
  const { pointerId, clientX, clientY } = event;
  target.setPointerCapture(pointerId);
  let [hasMoved, frame] = [false, 0];
  let last: DragStep = { x: clientX, y: clientY, isFree: false };

  const scroll = () => {
    frame = 0;
    const element = scroller.current;
    if (element === null || !hasMoved) return;
    const speed = edgeSpeed(element, last);
    if (speed === 0) return;
    const before = element.scrollTop;
    element.scrollTop += speed;
    if (element.scrollTop !== before) onStep(last);
    frame = requestAnimationFrame(scroll);
  };
  const onMove = (moving: PointerEvent) => {
    if (moving.pointerId !== pointerId) return;
    last = {
      x: moving.clientX,
      y: moving.clientY,
      isFree: moving.ctrlKey || moving.metaKey || moving.altKey,
    };
    hasMoved ||= Math.hypot(last.x - clientX, last.y - clientY) >= DRAG_PIXELS;
    if (!hasMoved) return;
    onStep(last);
    if (frame === 0) frame = requestAnimationFrame(scroll);
  };
  const finish = (ending: PointerEvent) => {
    if (ending.pointerId !== pointerId) return;
    cancelAnimationFrame(frame);
    target.removeEventListener('pointermove', onMove);
    target.removeEventListener('pointerup', finish);
    target.removeEventListener('pointercancel', finish);
    onEnd(hasMoved);
  };
  target.addEventListener('pointermove', onMove);
  target.addEventListener('pointerup', finish);
  target.addEventListener('pointercancel', finish);
}

/** CSS pixels in a frame. 0 beside the column. */
function edgeSpeed(element: HTMLElement, { x, y }: Point): number {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  if (x < left || x > right) return 0;
  const [above, below] = [top + EDGE_PIXELS - y, y - (bottom - EDGE_PIXELS)];
  if (above > 0) return -SCROLL_PIXELS * Math.min(1, above / EDGE_PIXELS);
  return below > 0 ? SCROLL_PIXELS * Math.min(1, below / EDGE_PIXELS) : 0;
}
