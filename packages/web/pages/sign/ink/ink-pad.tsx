import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { useText } from '../text/text-context.ts';
import { StrokePad } from './stroke-pad.ts';
import type { DrawnStrokes } from './strokes.ts';

interface InkPadProps {
  readonly drawn: DrawnStrokes;
  readonly onDraw: (drawn: DrawnStrokes) => void;
}

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
      <div class="ink-area light">
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

function usePad(canvas: CanvasRef, latest: Latest, drawn: DrawnStrokes): void {
  const pad = useRef<StrokePad | null>(null);

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const created = new StrokePad(element, (strokes) => latest.current.onDraw(strokes));
    pad.current = created;
    const observer = new ResizeObserver(() => created.resize(latest.current.drawn));
    observer.observe(element);
    return () => {
      observer.disconnect();
      created.close();
    };
  }, [canvas, latest]);

  useEffect(() => pad.current?.show(drawn), [drawn]);
}
