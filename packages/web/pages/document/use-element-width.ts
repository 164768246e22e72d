import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** CSS pixels, current; 0 before the first layout. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const observer = new ResizeObserver(() => setWidth(target.clientWidth));
    observer.observe(target);
    setWidth(target.clientWidth);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
