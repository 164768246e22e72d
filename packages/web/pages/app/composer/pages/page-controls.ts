import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Alignment, Direction, SnapLine } from '../marks/geometry.ts';
import type { Kind } from '../marks/kinds.ts';
import type { PlacedMark } from '../marks/mark.ts';
import type { Composer } from '../use-composer.ts';

/** The lines and the page that the dragged mark snaps to. */
export interface Snap {
  readonly page: number;
  readonly lines: readonly SnapLine[];
}

export type Edge = 'left' | 'right' | 'corner';

export interface DragControls {
  /** `page` is that on which it was pressed: some marks are on every page. */
  startMove(event: PointerEvent, pressed: PlacedMark, page: number): void;
  startResize(event: PointerEvent, pressed: PlacedMark, edge: Edge, page: number): void;
  /** Calls `onDragged` unless the pointer is released where it was pressed. */
  startPlacing(event: PointerEvent, kind: Kind, onDragged: () => void): void;
  /** Places the chosen kind where the page was pressed. */
  placeAt(event: MouseEvent): void;
  /** Returns whether the pointer was over the pages. */
  placeUnderPointer(kind: Kind): boolean;
  /** Remembers where the pointer is; null while it is elsewhere. */
  follow(event: PointerEvent | null): void;
}

export type PlaceNumber = 'page' | 'x' | 'y' | 'width' | 'height' | 'percent';

/** They apply to the selected marks. Distances are in points. */
export interface MarkCommands {
  /** Takes effect at once, because the key press applies to the mark. */
  activate(id: string): void;
  moveBy(dx: number, dy: number): void;
  /** The position on the page stays. */
  moveToPage(by: number): void;
  /** Grows a field to the right and downwards, and a box as a whole: to the right and upwards. */
  resizeBy(dx: number, dy: number): void;
  setNumber(member: PlaceNumber, value: number): void;
  align(alignment: Alignment): void;
  distribute(direction: Direction): void;
  matchSize(): void;
  giveTo(signeeKey: string): void;
  remove(): void;
  copy(): void;
  paste(): void;
  duplicate(): void;
  /** Selects what is on the current page. */
  selectPage(): void;
  /** Places the kind for the current person, in free space of the current page or on all pages. */
  place(kind: Kind, isOnAllPages?: boolean): void;
  setOnAllPages(isOnAllPages: boolean): void;
  /** Leaves the mark on all other pages, as marks of their own. */
  leaveOut(page: number): void;
}

/** All of it stays the same while the document is open, so that what uses it alone is not rendered again. */
export interface PageControls
  extends DragControls,
    MarkCommands,
    Pick<Composer, 'change' | 'endChange' | 'setSelection'> {
  readonly pageCount: number;
  /** Shows the top of the page, or `y` in the middle of the viewport: in points from the top of the page. */
  scrollToPage(page: number, y?: number): void;
}

/** It is null while the pages are not open. */
export interface ControlsRef {
  readonly current: PageControls | null;
}

export const PageControlsContext = createContext<PageControls | null>(null);

export function usePageControls(): PageControls {
  const controls = useContext(PageControlsContext);
  if (controls === null) throw new Error('used outside of the pages');
  return controls;
}
