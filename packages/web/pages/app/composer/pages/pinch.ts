import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ZOOMS } from '../composer-bar.tsx';

/** Two fingers change the size of the pages. Until they are lifted, the pages that are there are stretched. */
export function usePinch(
  pages: RefObject<HTMLElement | null>,
  zoom: number,
  onZoom: (zoom: number) => void,
): void {
  const latest = useRef({ zoom, onZoom });
  latest.current = { zoom, onZoom };
  useEffect(() => {
    const element = pages.current;
    const leaving = new AbortController();
    if (element !== null) listenToPinch(element, latest, leaving.signal);
    return () => leaving.abort();
  }, [pages]);
}

interface Pinch {
  readonly distance: number;
  readonly from: number;
  zoom: number;
}

function listenToPinch(
  element: HTMLElement,
  latest: { readonly current: { readonly zoom: number; readonly onZoom: (zoom: number) => void } },
  signal: AbortSignal,
): void {
  let pinch: Pinch | null = null;
  const sheet = () => element.querySelector<HTMLElement>('.composer-sheet');
  const end = () => {
    sheet()?.style.removeProperty('transform');
    pinch = null;
  };
  element.addEventListener(
    'touchstart',
    ({ touches: [first, second] }) => {
      if (first === undefined || second === undefined) return;
      pinch = { distance: distanceOf(first, second), from: latest.current.zoom, zoom: latest.current.zoom };
      const box = sheet()?.getBoundingClientRect();
      if (box === undefined) return;
      const [x, y] = [(first.clientX + second.clientX) / 2, (first.clientY + second.clientY) / 2];
      sheet()?.style.setProperty('transform-origin', `${x - box.left}px ${y - box.top}px`);
    },
    { passive: true, signal },
  );
  element.addEventListener(
    'touchmove',
    (event) => {
      const [first, second] = event.touches;
      if (pinch === null || first === undefined || second === undefined) return;
      // The browser would zoom the tools out of sight.
      event.preventDefault();
      pinch.zoom = withinLimits((pinch.from * distanceOf(first, second)) / pinch.distance);
      sheet()?.style.setProperty('transform', `scale(${pinch.zoom / pinch.from})`);
    },
    { passive: false, signal },
  );
  element.addEventListener(
    'touchend',
    ({ touches }) => {
      if (pinch === null || touches.length > 1) return;
      const { zoom } = pinch;
      end();
      latest.current.onZoom(zoom);
    },
    { passive: true, signal },
  );
  element.addEventListener('touchcancel', end, { passive: true, signal });
}

/** Whole per cents are shown. */
function withinLimits(zoom: number): number {
  const most = ZOOMS.at(-1) ?? 1;
  return Math.round(Math.min(Math.max(zoom, ZOOMS[0]), most) * 100) / 100;
}

function distanceOf(a: Touch, b: Touch): number {
  return Math.max(Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), 1);
}
