import SignaturePad from 'signature_pad';
import type { Size } from '../../document/page-scale.ts';
import { type DrawnStrokes, fitStrokes } from './strokes.ts';

/** Distinguishes an original from a copy. */
const INK_COLOR = '#10285c';
/** CSS pixels. */
const LINE = { minWidth: 0.9, maxWidth: 2.6 } as const;

/** signature_pad ignores its pointer forever if strokes are set during one, so each stroke is ended first. */
export class StrokePad {
  readonly #element: HTMLCanvasElement;
  readonly #pad: SignaturePad;
  readonly #onDraw: (drawn: DrawnStrokes) => void;
  /** They return with a delay; later ones may have begun. */
  readonly #reported = new WeakSet<DrawnStrokes>();
  readonly #closing = new AbortController();
  #size: Size = { width: 0, height: 0 };
  /** Of the element at the start of the stroke. */
  #origin: Origin = { left: 0, top: 0 };
  /** Of the current stroke. */
  #drawing: Event | null = null;
  #continuing = new AbortController();

  constructor(element: HTMLCanvasElement, onDraw: (drawn: DrawnStrokes) => void) {
    this.#element = element;
    this.#onDraw = onDraw;
    // A throttled point would join two strokes.
    this.#pad = new SignaturePad(element, { penColor: INK_COLOR, ...LINE, throttle: 0 });
    this.#pad.addEventListener('beginStroke', () => {
      this.#origin = originOf(element);
    });
    this.#pad.addEventListener('beforeUpdateStroke', (event) => {
      this.#drawing = (event as CustomEvent<{ readonly event: Event }>).detail.event;
    });
    this.#pad.addEventListener('endStroke', () => {
      this.#drawing = null;
      this.#report();
    });
    // Before signature_pad.
    const options = { capture: true, signal: this.#closing.signal };
    window.addEventListener('pointermove', (event) => this.#splitIfMoved(event), options);
  }

  /** Unless the strokes came from this pad. */
  show(drawn: DrawnStrokes): void {
    if (this.#reported.has(drawn)) return;
    this.#endStroke();
    this.#render(drawn);
  }

  /** The current stroke continues as another. */
  resize(drawn: DrawnStrokes): void {
    const { width, height } = sizeOf(this.#element);
    if (width === this.#size.width && height === this.#size.height) return;
    const interrupted = this.#endStroke();
    this.#render(interrupted === null ? drawn : this.#report());
    if (interrupted instanceof PointerEvent) this.#continueStroke(interrupted.pointerId);
  }

  close(): void {
    this.#continuing.abort();
    this.#closing.abort();
    this.#pad.off();
  }

  /** Returns its last event. */
  #endStroke(): Event | null {
    const interrupted = this.#drawing;
    this.#continuing.abort();
    if (interrupted === null) return null;
    this.#drawing = null;
    this.#pad.off();
    this.#pad.on();
    return interrupted;
  }

  #report(): DrawnStrokes {
    const drawn = { strokes: [...this.#pad.toData()], padSize: this.#size };
    this.#reported.add(drawn);
    this.#onDraw(drawn);
    return drawn;
  }

  #render(drawn: DrawnStrokes): void {
    this.#size = sizeOf(this.#element);
    const ratio = Math.max(window.devicePixelRatio, 1);
    this.#element.width = Math.round(this.#size.width * ratio);
    this.#element.height = Math.round(this.#size.height * ratio);
    this.#element.getContext('2d')?.scale(ratio, ratio);
    this.#pad.fromData(fitStrokes(drawn, this.#size));
  }

  /** E.g. when a message appears above it. */
  #splitIfMoved(event: PointerEvent): void {
    if (!(this.#drawing instanceof PointerEvent) || this.#drawing.pointerId !== event.pointerId) return;
    const { left, top } = originOf(this.#element);
    if (left === this.#origin.left && top === this.#origin.top) return;
    this.#endStroke();
    this.#report();
    this.#beginStroke(event);
  }

  #beginStroke(event: PointerEvent): void {
    this.#element.dispatchEvent(new PointerEvent('pointerdown', event));
  }

  /** The next move begins a new stroke, so that no line joins the two. */
  #continueStroke(pointerId: number): void {
    const continuing = new AbortController();
    this.#continuing = continuing;
    const stopAt = (type: 'pointermove' | 'pointerup' | 'pointercancel') => {
      window.addEventListener(
        type,
        (event) => {
          if (event.pointerId !== pointerId) return;
          continuing.abort();
          if (type === 'pointermove') this.#beginStroke(event);
        },
        { signal: continuing.signal },
      );
    };
    stopAt('pointermove');
    stopAt('pointerup');
    stopAt('pointercancel');
  }
}

interface Origin {
  readonly left: number;
  readonly top: number;
}

function originOf(element: HTMLElement): Origin {
  const { left, top } = element.getBoundingClientRect();
  return { left, top };
}

function sizeOf(element: HTMLElement): Size {
  return { width: element.clientWidth, height: element.clientHeight };
}
