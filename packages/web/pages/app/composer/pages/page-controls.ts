import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Alignment, Direction } from '../boxes/align.ts';
import type { SigneeBox } from '../boxes/boxes-of.ts';
import type { SnapLine } from '../boxes/snap.ts';
import type { BoxKind } from '../model/composition.ts';

/** Of the dragged box. */
export interface Snap {
  readonly page: number;
  readonly lines: readonly SnapLine[];
}

export interface DragControls {
  startMove(event: PointerEvent, box: SigneeBox): void;
  startResize(event: PointerEvent, box: SigneeBox): void;
  /** `onDragged` unless the pointer is released where it was pressed. */
  startPlacing(event: PointerEvent, signeeKey: string, kind: BoxKind, onDragged: () => void): void;
}

export interface BoxCommands {
  /** At once: the key press applies to the box. */
  activate(id: string): void;
  /** Points. */
  moveBy(dx: number, dy: number): void;
  /** At the same position. */
  moveToPage(by: number): void;
  scaleBy(change: number): void;
  setNumber(member: 'page' | 'x' | 'y' | 'scale', value: number): void;
  align(alignment: Alignment): void;
  distribute(direction: Direction): void;
  matchScale(): void;
  giveTo(signeeKey: string): void;
  remove(): void;
  copy(): void;
  paste(): void;
  selectAll(): void;
  /** At a free place of the current page. */
  place(signeeKey: string, kind: BoxKind): void;
}

export interface PageControls extends DragControls, BoxCommands {
  readonly pageCount: number;
  scrollToPage(page: number): void;
}

export const PageControlsContext = createContext<PageControls | null>(null);

export function usePageControls(): PageControls {
  const controls = useContext(PageControlsContext);
  if (controls === null) throw new Error('used outside of the pages');
  return controls;
}
