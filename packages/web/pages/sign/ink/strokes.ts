import type { PointGroup } from 'signature_pad';
import SignaturePad from 'signature_pad';
import type { Size } from '../../document/page-scale.ts';

/** Points are in CSS pixels of a pad of that size. */
export interface DrawnStrokes {
  readonly strokes: readonly PointGroup[];
  readonly padSize: Size;
}

export interface Bounds extends Size {
  readonly x: number;
  readonly y: number;
}

/** A shorter stroke is accidental. */
const MIN_INK_PIXELS = 30;

/** Times are scaled too, because speed determines the line width. */
export function transformStrokes(
  strokes: readonly PointGroup[],
  factor: number,
  offset: { readonly x: number; readonly y: number } = { x: 0, y: 0 },
): PointGroup[] {
  return strokes.map((stroke) => ({
    ...stroke,
    dotSize: stroke.dotSize * factor,
    minWidth: stroke.minWidth * factor,
    maxWidth: stroke.maxWidth * factor,
    points: stroke.points.map((point) => ({
      x: (point.x + offset.x) * factor,
      y: (point.y + offset.y) * factor,
      pressure: point.pressure,
      time: point.time * factor,
    })),
  }));
}

function isFlat({ width, height }: Size): boolean {
  return width <= 0 || height <= 0;
}

/** The strokes are centred and not distorted. */
export function fitStrokes({ strokes, padSize }: DrawnStrokes, target: Size): PointGroup[] {
  if (isFlat(padSize) || isFlat(target)) return [];
  const factor = Math.min(target.width / padSize.width, target.height / padSize.height);
  const offset = {
    x: (target.width / factor - padSize.width) / 2,
    y: (target.height / factor - padSize.height) / 2,
  };
  return transformStrokes(strokes, factor, offset);
}

/** Returns the bounds with the line width, and null without strokes. */
export function inkBounds(strokes: readonly PointGroup[]): Bounds | null {
  const points = strokes.flatMap((stroke) => stroke.points);
  if (points.length === 0) return null;
  const margin = Math.max(...strokes.map((stroke) => Math.max(stroke.maxWidth, stroke.dotSize)));
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const x = Math.min(...xs) - margin;
  const y = Math.min(...ys) - margin;
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
}

function strokeLength({ points }: PointGroup): number {
  return points.reduce((length, point, index) => {
    const before = points[index - 1];
    return before === undefined ? length : length + Math.hypot(point.x - before.x, point.y - before.y);
  }, 0);
}

/** Returns whether the strokes are long enough for a signature. */
export function isEnoughInk(strokes: readonly PointGroup[]): boolean {
  return strokes.reduce((length, stroke) => length + strokeLength(stroke), 0) >= MIN_INK_PIXELS;
}

/** A picture of this size is sharp in print on the largest box (328 x 87 pt). */
export const MAX_PICTURE_PIXELS = { width: 1600, height: 600 } as const;

/** The data are RGBA in rows. */
export interface Pixels {
  readonly data: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
}

function hasInk({ data, width }: Pixels, x: number, y: number): boolean {
  return (data[(y * width + x) * 4 + 3] ?? 0) > 0;
}

function countUp(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

/** Returns null if no pixel is opaque. */
export function opaqueBounds(pixels: Pixels): Bounds | null {
  const columns = countUp(pixels.width);
  const rows = countUp(pixels.height);
  const rowHasInk = (y: number): boolean => columns.some((x) => hasInk(pixels, x, y));
  const columnHasInk = (x: number): boolean => rows.some((y) => hasInk(pixels, x, y));
  const top = rows.find(rowHasInk);
  const bottom = rows.findLast(rowHasInk);
  const left = columns.find(columnHasInk);
  const right = columns.findLast(columnHasInk);
  if (top === undefined || bottom === undefined || left === undefined || right === undefined) return null;
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Returns a PNG without transparent margins, and null if the canvas shows nothing. */
export function trimPicture(canvas: HTMLCanvasElement): string | null {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
  const bounds = pixels === undefined ? null : opaqueBounds(pixels);
  if (bounds === null) return null;
  const trimmed = createCanvas(bounds);
  trimmed.getContext('2d')?.drawImage(canvas, -bounds.x, -bounds.y);
  return trimmed.toDataURL('image/png');
}

export function createCanvas({ width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

/** The line would be too thick at a larger scale. */
const MAX_ENLARGEMENT = 4;

function pictureScale({ width, height }: Bounds): number {
  return Math.min(MAX_PICTURE_PIXELS.width / width, MAX_PICTURE_PIXELS.height / height, MAX_ENLARGEMENT);
}

/** Returns a trimmed, transparent PNG, and null if the strokes show nothing. */
export function exportInk(strokes: readonly PointGroup[]): string | null {
  const bounds = inkBounds(strokes);
  if (bounds === null) return null;
  // Lines are thinner and shorter than computed, so the margins are trimmed.
  return trimPicture(drawStrokes(strokes, bounds));
}

function drawStrokes(strokes: readonly PointGroup[], bounds: Bounds): HTMLCanvasElement {
  const scale = pictureScale(bounds);
  const canvas = createCanvas({
    width: Math.ceil(bounds.width * scale),
    height: Math.ceil(bounds.height * scale),
  });
  const pad = new SignaturePad(canvas);
  pad.off();
  pad.fromData(transformStrokes(strokes, scale, { x: -bounds.x, y: -bounds.y }));
  return canvas;
}

/** The color distinguishes an original from a copy. */
const INK_COLOR = '#10285c';
/** Widths are in CSS pixels. */
const LINE = { minWidth: 0.9, maxWidth: 2.6 } as const;

/** signature_pad ignores its pointer forever if strokes are set during one, so each stroke is ended first. */
export class StrokePad {
  readonly #element: HTMLCanvasElement;
  readonly #pad: SignaturePad;
  readonly #onDraw: (drawn: DrawnStrokes) => void;
  /** Strokes that were reported return with a delay, when later ones may have begun. */
  readonly #reported = new WeakSet<DrawnStrokes>();
  readonly #closing = new AbortController();
  #size: Size = { width: 0, height: 0 };
  /** The position of the element at the start of the stroke. */
  #origin: Origin = { left: 0, top: 0 };
  /** The last event of the current stroke. */
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
    // The listener runs before that of signature_pad.
    const options = { capture: true, signal: this.#closing.signal };
    window.addEventListener('pointermove', (event) => this.#splitIfMoved(event), options);
  }

  /** Shows the strokes unless they came from this pad. */
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

  /** The element moves when a message appears above it, for example. */
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
