import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { OpenedPdf } from '../../../document/open-pdf.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import type { SigneeBox } from '../boxes/boxes.ts';
import type { Alignment, Direction, SnapLine } from '../boxes/geometry.ts';
import type { BoxKind } from '../draft.ts';

/** The lines and the place that the dragged box snaps to. */
export interface Snap {
  readonly page: number;
  readonly lines: readonly SnapLine[];
}

export interface DragControls {
  startMove(event: PointerEvent, box: SigneeBox): void;
  startResize(event: PointerEvent, box: SigneeBox): void;
  /** Calls `onDragged` unless the pointer is released where it was pressed. */
  startPlacing(event: PointerEvent, signeeKey: string, kind: BoxKind, onDragged: () => void): void;
}

export interface BoxCommands {
  /** Takes effect at once, because the key press applies to the box. */
  activate(id: string): void;
  /** The distances are in points. */
  moveBy(dx: number, dy: number): void;
  /** The box keeps its position. */
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
  /** Places a box in free space of the current page. */
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

interface PagePictureProps {
  readonly pdf: OpenedPdf;
  readonly index: number;
  /** The width is in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Is true if screen readers read the page's text. */
  readonly isRead?: boolean | undefined;
}

export function PagePicture({ pdf, index, width, height, isRead = false }: PagePictureProps) {
  const text = useComposerText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [outcome, setOutcome] = useState<'drawn' | 'failed' | null>(null);
  const [pageText, setPageText] = useState('');
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const abort = new AbortController();
    pdf.drawPage(index, element, { width, height }, abort.signal).then(
      () => abort.signal.aborted || setOutcome('drawn'),
      () => abort.signal.aborted || setOutcome('failed'),
    );
    return () => {
      abort.abort();
      // Safari keeps the memory of a removed canvas for a while.
      element.width = 0;
      element.height = 0;
    };
  }, [pdf, index, width, height]);
  useEffect(() => {
    if (outcome === 'drawn' && isRead) pdf.readPageText(index).then(setPageText, () => setPageText(''));
  }, [pdf, index, outcome, isRead]);
  return (
    <>
      <span class="composer-picture" aria-hidden="true" data-outcome={outcome}>
        <canvas ref={canvas} class="composer-canvas" />
      </span>
      {outcome === 'failed' && <p class="composer-page-failed">{text('pageFailed')}</p>}
      {isRead && <p class="visually-hidden">{pageText}</p>}
    </>
  );
}
