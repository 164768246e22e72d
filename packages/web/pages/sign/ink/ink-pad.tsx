import { useEffect, useRef } from 'preact/hooks';
import SignaturePad from 'signature_pad';
import type { Size } from '../document/page-scale.ts';
import { Icon } from '../parts/icon.tsx';
import { useText } from '../text/text-context.ts';
import { type DrawnStrokes, fitStrokes } from './strokes.ts';

interface InkPadProps {
  readonly drawn: DrawnStrokes;
  readonly onDraw: (drawn: DrawnStrokes) => void;
}

/** The dark blue of ink: tells an original from a copy. */
const INK_COLOR = '#10285c';
/** CSS pixels. */
const LINE = { minWidth: 0.9, maxWidth: 2.6 } as const;

/** Area to draw on with mouse, finger or pen. */
export function InkPad({ drawn, onDraw }: InkPadProps) {
  const text = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef({ drawn, onDraw });
  latest.current = { drawn, onDraw };
  usePad(canvas, latest, drawn);

  const replace = (strokes: DrawnStrokes['strokes']): void => onDraw({ ...drawn, strokes });
  const isEmpty = drawn.strokes.length === 0;
  return (
    <div class="ink-pad">
      <div class="ink-area">
        <canvas ref={canvas} class="ink-canvas" role="img" aria-label={text('inkPad')} />
        <span class="ink-line" aria-hidden="true" />
        {isEmpty && <span class="ink-hint">{text('inkHint')}</span>}
      </div>
      <div class="ink-tools">
        <button
          type="button"
          class="link-button"
          disabled={isEmpty}
          onClick={() => replace(drawn.strokes.slice(0, -1))}
        >
          <Icon name="undo" />
          {text('inkUndo')}
        </button>
        <button type="button" class="link-button" disabled={isEmpty} onClick={() => replace([])}>
          {text('inkClear')}
        </button>
      </div>
    </div>
  );
}

type Latest = { readonly current: InkPadProps };
type CanvasRef = { readonly current: HTMLCanvasElement | null };

/**
 * The strokes live outside, together with the size of the pad they were drawn on, and the canvas is only their picture:
 * turning the phone draws them anew at the new size, and turning it back loses nothing.
 */
function usePad(canvas: CanvasRef, latest: Latest, drawn: DrawnStrokes): void {
  const pad = useRef<SignaturePad | null>(null);

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const created = new SignaturePad(element, { penColor: INK_COLOR, ...LINE });
    pad.current = created;
    created.addEventListener('endStroke', () => {
      latest.current.onDraw({ strokes: created.toData(), padSize: sizeOf(element) });
    });
    const observer = new ResizeObserver(() => redraw(element, created, latest.current.drawn));
    observer.observe(element);
    return () => {
      observer.disconnect();
      created.off();
    };
  }, [canvas, latest]);

  useEffect(() => {
    if (canvas.current !== null && pad.current !== null) redraw(canvas.current, pad.current, drawn);
  }, [canvas, drawn]);
}

function sizeOf(element: HTMLElement): Size {
  return { width: element.clientWidth, height: element.clientHeight };
}

function redraw(element: HTMLCanvasElement, pad: SignaturePad, drawn: DrawnStrokes): void {
  const size = sizeOf(element);
  const ratio = Math.max(window.devicePixelRatio, 1);
  element.width = Math.round(size.width * ratio);
  element.height = Math.round(size.height * ratio);
  element.getContext('2d')?.scale(ratio, ratio);
  pad.fromData(fitStrokes(drawn, size));
}
