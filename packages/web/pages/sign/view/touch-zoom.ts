export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface ZoomByTouch {
  /** Multiplies. What is at the point of the window stays there. */
  by(factor: number, at: Point): void;
  /** Shows the whole page, or twice its size. */
  toggle(at: Point): void;
}

/** Two taps within this time and distance are one gesture. */
const DOUBLE_TAP = { milliseconds: 300, pixels: 30 } as const;
const CONTROLS = 'button, input, select, textarea, a, label';

/** Two fingers zoom, and two taps on the paper. The browser would zoom the guide out of sight. */
export function listenToTouches(
  element: HTMLElement,
  latest: { readonly current: ZoomByTouch },
  signal: AbortSignal,
): void {
  const listen = (
    type: 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel',
    act: (event: TouchEvent) => void,
  ): void => element.addEventListener(type, act, { passive: false, signal });
  const pages = (): HTMLElement | null => element.querySelector('.document');
  let pinch: { readonly distance: number; readonly at: Point; factor: number } | null = null;
  let tap: { readonly time: number; readonly at: Point } | null = null;

  listen('touchstart', ({ touches }) => {
    const [first, second] = touches;
    if (first === undefined || second === undefined) return;
    const at = { x: (first.clientX + second.clientX) / 2, y: (first.clientY + second.clientY) / 2 };
    pinch = { distance: distanceOf(first, second), at, factor: 1 };
    const box = pages()?.getBoundingClientRect();
    if (box) pages()?.style.setProperty('transform-origin', `${at.x - box.left}px ${at.y - box.top}px`);
  });
  listen('touchmove', (event) => {
    const [first, second] = event.touches;
    if (pinch === null || first === undefined || second === undefined) return;
    event.preventDefault();
    pinch.factor = distanceOf(first, second) / pinch.distance;
    pages()?.style.setProperty('transform', `scale(${pinch.factor})`);
  });
  listen('touchcancel', () => {
    pages()?.style.removeProperty('transform');
    pinch = null;
  });
  listen('touchend', (event) => {
    if (pinch !== null) {
      if (event.touches.length > 1) return;
      pages()?.style.removeProperty('transform');
      latest.current.by(pinch.factor, pinch.at);
      pinch = null;
      tap = null;
      return;
    }
    const [finger] = event.changedTouches;
    if (finger === undefined || (event.target as Element).closest(CONTROLS) !== null) return;
    const at = { x: finger.clientX, y: finger.clientY };
    const isDouble =
      tap !== null &&
      event.timeStamp - tap.time < DOUBLE_TAP.milliseconds &&
      Math.hypot(at.x - tap.at.x, at.y - tap.at.y) < DOUBLE_TAP.pixels;
    tap = isDouble ? null : { time: event.timeStamp, at };
    if (!isDouble) return;
    event.preventDefault();
    latest.current.toggle(at);
  });
}

function distanceOf(a: Touch, b: Touch): number {
  return Math.max(Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), 1);
}
