import type { BoxPosition } from '@countersign/signing';
import { clampToPage, type Rect, rectOf, type Size } from '../boxes/geometry.ts';
import { snapRect } from '../boxes/snap.ts';
import type { BoxKind } from '../model/composition.ts';
import type { Composer } from '../use-composer.ts';
import { type DragStep, followPointer, type Point } from './follow-pointer.ts';
import type { Snap } from './page-controls.ts';
import type { PageLayout } from './page-layout.ts';

export interface PagesNow {
  current: {
    readonly layout: PageLayout;
    readonly composer: Composer;
    sizeOf(page: number): Size;
  };
}

/** CSS pixels within which boxes snap. */
const SNAP_PIXELS = 6;

interface Scroller {
  readonly current: HTMLElement | null;
}

export interface DragTools {
  readonly now: PagesNow;
  readonly onSnap: (snap: Snap | null) => void;
  /** In the scrolled column. */
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

/** Boxes snap to them. */
function neighbours({ boxes, fields }: Composer, page: number, moving: ReadonlySet<string>): readonly Rect[] {
  return [
    ...boxes
      .filter(({ id, box }) => box.page === page && !moving.has(id))
      .map(({ kind, box }) => rectOf(kind, box)),
    ...fields.flatMap(({ widgets }) => widgets.filter((widget) => widget.page === page)),
  ];
}
