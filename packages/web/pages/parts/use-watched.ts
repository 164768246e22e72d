import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Loaded } from './use-loaded.ts';

/** Before the first poll after a change. */
const FIRST_DELAY = 2000;
const GROWTH = 1.5;
const MAX_DELAY = 30_000;

/** `attempt` counts from 0 after the last change. */
export function watchDelay(attempt: number): number {
  return Math.min(FIRST_DELAY * GROWTH ** attempt, MAX_DELAY);
}

interface Watched<T> {
  readonly state: Loaded<T>;
  /** Resolves when the new value is shown. */
  readonly reload: () => Promise<void>;
}

/**
 * Polls with growing delays while the page is visible. `load` gets the last value and resolves with null if
 * nothing has changed. A failed poll is ignored.
 */
export function useWatched<T>(key: string, load: (previous: T | null) => Promise<T | null>): Watched<T> {
  const [state, setState] = useState<Loaded<T>>({ kind: 'loading' });
  const latest = useRef(load);
  latest.current = load;
  const restart = useRef<() => Promise<void>>(async () => undefined);

  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let turn = 0;
    let attempt = 0;
    let value: T | null = null;

    const read = async (own: number): Promise<void> => {
      try {
        const next = await latest.current(value);
        if (isOver || own !== turn) return;
        if (next !== null) {
          value = next;
          attempt = 0;
          setState({ kind: 'ready', value: next });
        }
      } catch (error) {
        if (!isOver && own === turn && value === null) setState({ kind: 'failed', error });
      }
    };
    const schedule = (): void => {
      clearTimeout(timer);
      timer = setTimeout(async () => {
        if (!document.hidden) await read(turn);
        attempt += 1;
        if (!isOver) schedule();
      }, watchDelay(attempt));
    };
    const start = async (): Promise<void> => {
      turn += 1;
      attempt = 0;
      await read(turn);
      if (!isOver) schedule();
    };
    const onVisible = (): void => {
      if (!document.hidden) void start();
    };

    setState({ kind: 'loading' });
    restart.current = start;
    void start();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [key]);

  const reload = useCallback(() => restart.current(), []);
  return { state, reload };
}
