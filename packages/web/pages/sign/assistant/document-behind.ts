const CONTENT = '.signing > :not(.dock, dialog)';

/**
 * Makes what a sheet covers inert, so that the focus never goes behind it. The guide stays: taking the next step calls
 * `onLeave`. Returns a function that ends it.
 */
export function coverPage(onLeave: () => void): () => void {
  const covered = [...document.querySelectorAll<HTMLElement>(CONTENT)];
  const setInert = (isInert: boolean): void => {
    for (const element of covered) element.inert = isInert;
  };
  // This runs before the guide moves the focus to a field of the page.
  const leave = ({ target }: MouseEvent): void => {
    if (!(target instanceof Element) || target.closest('button:not(#ask)') === null) return;
    setInert(false);
    onLeave();
  };
  const guide = document.querySelector<HTMLElement>('.guide');
  setInert(true);
  guide?.addEventListener('click', leave, true);
  return () => {
    setInert(false);
    guide?.removeEventListener('click', leave, true);
  };
}

/** Milliseconds. Pages on the way have their own sizes by then. */
const SETTLING_TIME = 4000;
const ENDING_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to the mark, and again when pages before it take their own size, until the person does something. Returns a
 * function that ends it.
 */
export function followMark(): () => void {
  const scroll = (behavior: ScrollBehavior): void =>
    document.querySelector('.quote-mark')?.scrollIntoView({ block: 'center', behavior });
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const stop = new AbortController();
  let isFirst = true;
  const observer = new ResizeObserver(() => {
    scroll(isFirst && !isCalm ? 'smooth' : 'auto');
    isFirst = false;
  });
  // The mark is rendered by then.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const column = document.querySelector('.document');
      if (column !== null && !stop.signal.aborted) observer.observe(column);
    }),
  );
  const end = (): void => {
    observer.disconnect();
    stop.abort();
  };
  for (const type of ENDING_EVENTS)
    addEventListener(type, end, { capture: true, passive: true, signal: stop.signal });
  const timer = setTimeout(end, SETTLING_TIME);
  return () => {
    clearTimeout(timer);
    end();
  };
}
