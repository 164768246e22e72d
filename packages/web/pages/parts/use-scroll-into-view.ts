import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Scrolls an element into view when it appears: on a phone it may be below the form that made it. */
export function useScrollIntoView(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => element.current?.scrollIntoView({ block: 'nearest' }), []);
  return element;
}
