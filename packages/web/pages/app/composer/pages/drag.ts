import type { BoxPosition } from '@countersign/signing';
import { clampToPage, type Rect, rectOf, type Size, snapRect } from '../boxes/geometry.ts';
import type { BoxKind } from '../draft.ts';
import type { Composer } from '../use-composer.ts';
import type { PageLayout } from './page-layout.ts';
import type { Snap } from './page-picture.tsx';

/** A press becomes a drag after this many CSS pixels. */
const DRAG_PIXELS = 4;
/** The view scrolls if the pointer is within these CSS pixels of the edge, by at most so many in a frame. */
const EDGE_PIXELS = 56;
const SCROLL_PIXELS = 14;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface DragStep extends Point {
  readonly isFree: boolean;
}

/** Follows the pointer until it is released. The view scrolls at its edge. */
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

/**
 * Returns the CSS pixels to scroll in a frame, more the nearer the pointer is to the edge, and 0 for a pointer beside
 * the column.
 */
function edgeSpeed(element: HTMLElement, { x, y }: Point): number {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  if (x < left || x > right) return 0;
  const [above, below] = [top + EDGE_PIXELS - y, y - (bottom - EDGE_PIXELS)];
  if (above > 0) return -SCROLL_PIXELS * Math.min(1, above / EDGE_PIXELS);
  return below > 0 ? SCROLL_PIXELS * Math.min(1, below / EDGE_PIXELS) : 0;
}

export interface PagesNow {
  current: {
    readonly layout: PageLayout;
    readonly composer: Composer;
    sizeOf(page: number): Size;
  };
}

/** Boxes snap within this many CSS pixels. */
const SNAP_PIXELS = 6;

interface Scroller {
  readonly current: HTMLElement | null;
}

export interface DragTools {
  readonly now: PagesNow;
  readonly onSnap: (snap: Snap | null) => void;
  /** Returns the position in the scrolled column. */
  inColumn(pointer: Point): Point;
  isInside(pointer: Point): boolean;
  snapBox(kind: BoxKind, box: BoxPosition, moving: ReadonlySet<string>, isFree: boolean): BoxPosition;
  follow(event: PointerEvent, onStep: (step: DragStep) => void, onEnd?: (hasMoved: boolean) => void): void;
}

export function createDragTools(
  scroller: Scroller,
  now: PagesNow,
  onSnap: (snap: Snap | null) => void,
): DragTools {
  return {
    now,
    onSnap,
    inColumn: (pointer) => inColumn(scroller.current, pointer),
    isInside: (pointer) => isInside(scroller.current, pointer),
    snapBox(kind, box, moving, isFree) {
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
    },
    follow(event, onStep, onEnd) {
      now.current.composer.setDragging(true);
      followPointer(event, scroller, onStep, (hasMoved) => {
        onSnap(null);
        now.current.composer.setDragging(false);
        now.current.composer.endChange();
        onEnd?.(hasMoved);
      });
    },
  };
}

function inColumn(element: HTMLElement | null, { x, y }: Point): Point {
  if (element === null) return { x, y };
  const { left, top } = element.getBoundingClientRect();
  return { x: x - left + element.scrollLeft, y: y - top + element.scrollTop };
}

function isInside(element: HTMLElement | null, { x, y }: Point): boolean {
  if (element === null) return false;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return x >= left && x < right && y >= top && y < bottom;
}

/** Lists the rectangles that boxes snap to. */
function neighbours({ boxes, fields }: Composer, page: number, moving: ReadonlySet<string>): readonly Rect[] {
  return [
    ...boxes
      .filter(({ id, box }) => box.page === page && !moving.has(id))
      .map(({ kind, box }) => rectOf(kind, box)),
    ...fields.flatMap(({ widgets }) => widgets.filter((widget) => widget.page === page)),
  ];
}
