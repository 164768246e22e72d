import type { ComposerKey, Text } from '@countersign/i18n/texts';
import type { Draft } from '../draft.ts';
import { snapRect } from '../marks/geometry.ts';
import { baseOf, type Kind } from '../marks/kinds.ts';
import type { Mark, Rect, Size } from '../marks/mark.ts';
import { newMark } from '../marks/marks.ts';
import { rectsOn } from '../marks/surroundings.ts';
import type { DraftSignee } from '../signee.ts';
import type { Composer } from '../use-composer.ts';
import type { Snap } from './page-controls.ts';
import type { PageLayout } from './page-layout.ts';

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

/**
 * Follows the pointer until it is released, one step a frame. The view scrolls at its edge. The window listens, because
 * an element that is moved among others loses the pointer.
 */
function followPointer(
  event: PointerEvent,
  scroller: { readonly current: HTMLElement | null },
  onStep: (step: DragStep) => void,
  onEnd: (hasMoved: boolean, last: Point) => void,
): void {
  const target = event.currentTarget;
  if (!(target instanceof HTMLElement)) return;
  const { pointerId, clientX, clientY } = event;
  target.setPointerCapture(pointerId);
  let [hasMoved, isDue, frame] = [false, false, 0];
  let last: DragStep = { x: clientX, y: clientY, isFree: false };

  const step = () => {
    frame = 0;
    const element = scroller.current;
    const speed = element === null ? 0 : edgeSpeed(element, last);
    const before = element?.scrollTop;
    if (element !== null && speed !== 0) element.scrollTop += speed;
    if (isDue || element?.scrollTop !== before) onStep(last);
    isDue = false;
    if (speed !== 0) frame = requestAnimationFrame(step);
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
    isDue = true;
    if (frame === 0) frame = requestAnimationFrame(step);
  };
  const finish = (ending: PointerEvent) => {
    if (ending.pointerId !== pointerId) return;
    cancelAnimationFrame(frame);
    window.removeEventListener('pointermove', onMove);
    window.removeEventListener('pointerup', finish);
    window.removeEventListener('pointercancel', finish);
    if (isDue) onStep(last);
    onEnd(hasMoved, last);
  };
  window.addEventListener('pointermove', onMove);
  window.addEventListener('pointerup', finish);
  window.addEventListener('pointercancel', finish);
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
    readonly text: Text<ComposerKey>;
    sizeOf(page: number): Size;
    /** Returns the heights, in points, of the lines of text, as far as they were read. */
    baselinesOf(page: number): readonly number[];
  };
}

/** Marks snap within this many CSS pixels. */
export const SNAP_PIXELS = 6;

interface Scroller {
  readonly current: HTMLElement | null;
}

export interface DragTools {
  readonly now: PagesNow;
  readonly onSnap: (snap: Snap | null) => void;
  /** Returns the position in the scrolled column. */
  inColumn(pointer: Point): Point;
  isInside(pointer: Point): boolean;
  /** Returns where the rectangle snaps to. `moving` are the ids of what moves with it. */
  snap(page: number, rect: Rect, moving: ReadonlySet<string>, isFree: boolean): Point;
  follow(
    event: PointerEvent,
    onStep: (step: DragStep) => void,
    onEnd?: (hasMoved: boolean, last: Point) => void,
  ): void;
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
    snap(page, rect, moving, isFree) {
      const { layout, composer, sizeOf, baselinesOf } = now.current;
      const shown = layout.pages[page];
      if (isFree || shown === undefined) {
        onSnap(null);
        return rect;
      }
      const surroundings = {
        rects: rectsOn(page, composer.placed, composer.fields, moving),
        baselines: baselinesOf(page),
      };
      const { x, y, lines } = snapRect(rect, surroundings, sizeOf(page), SNAP_PIXELS / shown.scale);
      onSnap({ page, lines });
      return { x, y };
    },
    follow(event, onStep, onEnd) {
      now.current.composer.setDragging(true);
      followPointer(event, scroller, onStep, (hasMoved, last) => {
        onSnap(null);
        now.current.composer.setDragging(false);
        now.current.composer.endChange();
        onEnd?.(hasMoved, last);
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

/** Returns null while nobody is there whose it would be. */
export function makeMark({ current: { composer, text } }: PagesNow, kind: Kind): Mark | null {
  const { person, currentPage } = composer;
  return person === null ? null : makeNamedMark({ ...composer, person, text }, kind, currentPage);
}

interface Naming extends Pick<Composer, 'fields' | 'draft'> {
  readonly person: DraftSignee;
  readonly text: Text<ComposerKey>;
}

/** The mark has a name that neither the file nor another mark has. */
export function makeNamedMark({ fields, draft, person, text }: Naming, kind: Kind, page: number): Mark {
  const options = [1, 2].map((number) => text('optionNumber', { number }));
  const taken = takenNames({ fields, draft });
  const base = text(`kind_${kind}`);
  const made = newMark({ kind, owner: person.key, base, options, taken }, page);
  // A number that only tells fields of other people apart is not shown to this one.
  const isNumbered = made.kind === 'field' && baseOf(made.name) !== base;
  return isNumbered && !labelsOf(draft, person).includes(base) ? { ...made, label: base } : made;
}

function labelsOf({ marks }: Draft, { key }: DraftSignee): readonly string[] {
  return marks.flatMap((mark) =>
    mark.kind === 'field' && mark.owner === key ? [mark.label || baseOf(mark.name)] : [],
  );
}

/** Lists the names that a new field cannot have. */
export function takenNames(
  { fields, draft }: Pick<Composer, 'fields' | 'draft'>,
  except?: string | undefined,
): ReadonlySet<string> {
  const own = draft.marks.flatMap((mark) =>
    mark.kind === 'field' && mark.name !== except ? [mark.name] : [],
  );
  return new Set([...fields.map(({ name }) => name), ...own]);
}
