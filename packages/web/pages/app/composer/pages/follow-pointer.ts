/** CSS pixels until a press is a drag. */
const DRAG_PIXELS = 4;
/** CSS pixels from the edge in which the view scrolls, and per frame. */
const EDGE_PIXELS = 56;
const SCROLL_PIXELS = 14;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface DragStep extends Point {
  readonly isFree: boolean;
}

/** Until it is released. The view scrolls at its edge. */
export function followPointer(
  event: PointerEvent,
  scroller: { readonly current: HTMLElement | null },
  onStep: (step: DragStep) => void,
  onEnd: (hasMoved: boolean) => void,
): void {
  const target = event.currentTarget;
  if (!(target instanceof HTMLElement)) return;
  const { pointerId, clientX, clientY } = event;
  target.setPointerCapture(pointerId);
  let [hasMoved, frame] = [false, 0];
  let last: DragStep = { x: clientX, y: clientY, isFree: false };

  const scroll = () => {
    frame = 0;
    const element = scroller.current;
    if (element === null || !hasMoved) return;
    const speed = edgeSpeed(element, last);
    if (speed === 0) return;
    const before = element.scrollTop;
    element.scrollTop += speed;
    if (element.scrollTop !== before) onStep(last);
    frame = requestAnimationFrame(scroll);
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
    onStep(last);
    if (frame === 0) frame = requestAnimationFrame(scroll);
  };
  const finish = (ending: PointerEvent) => {
    if (ending.pointerId !== pointerId) return;
    cancelAnimationFrame(frame);
    target.removeEventListener('pointermove', onMove);
    target.removeEventListener('pointerup', finish);
    target.removeEventListener('pointercancel', finish);
    onEnd(hasMoved);
  };
  target.addEventListener('pointermove', onMove);
  target.addEventListener('pointerup', finish);
  target.addEventListener('pointercancel', finish);
}

/** CSS pixels to scroll in a frame; faster the nearer to the edge. 0 for a pointer beside the column. */
function edgeSpeed(element: HTMLElement, { x, y }: Point): number {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  if (x < left || x > right) return 0;
  const [above, below] = [top + EDGE_PIXELS - y, y - (bottom - EDGE_PIXELS)];
  if (above > 0) return -SCROLL_PIXELS * Math.min(1, above / EDGE_PIXELS);
  return below > 0 ? SCROLL_PIXELS * Math.min(1, below / EDGE_PIXELS) : 0;
}
