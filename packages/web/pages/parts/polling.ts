import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Loaded } from './hooks.ts';

export interface Polling<Answer> {
  /** `attempt` counts from 0. */
  delayMs(attempt: number): number;
  load(): Promise<Answer>;
  /** The next call waits for it. */
  onAnswer(answer: Answer): Promise<void> | void;
  /** Of `load` or `onAnswer`. Polling goes on. */
  onFailure?(error: unknown): void;
}

/** One call at a time. Returns a function that ends it: an answer on its way is dropped. */
export function startPolling<Answer>({ delayMs, load, onAnswer, onFailure }: Polling<Answer>): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = async (attempt: number): Promise<void> => {
    try {
      const answer = await load();
      if (!isOver) await onAnswer(answer);
    } catch (error) {
      if (!isOver) onFailure?.(error);
    }
    if (!isOver) schedule(attempt + 1);
  };
  const schedule = (attempt: number): void => {
    timer = setTimeout(() => poll(attempt), delayMs(attempt));
  };
  schedule(0);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** While `target` names something. Another target starts anew. */
export function usePolling<Answer>(target: string | undefined, polling: Polling<Answer>): void {
  const current = useRef(polling);
  current.current = polling;
  useEffect(() => {
    if (target === undefined) return;
    return startPolling({
      delayMs: (attempt) => current.current.delayMs(attempt),
      load: () => current.current.load(),
      onAnswer: (answer: Answer) => current.current.onAnswer(answer),
      onFailure: (error) => current.current.onFailure?.(error),
    });
  }, [target]);
}

/** Before the first poll after a change. */
const FIRST_DELAY_MS = 2000;
const WATCH_GROWTH = 1.5;
const MAX_DELAY = 30_000;

/** `attempt` counts from 0 after the last change. */
export function watchDelay(attempt: number): number {
  return Math.min(FIRST_DELAY_MS * WATCH_GROWTH ** attempt, MAX_DELAY);
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

/** About the duration of sealing. */
const FIRST_DELAY_SECONDS = 1;
const POLL_GROWTH = 1.6;
/** Others may need days. */
const MAX_DELAY_SECONDS = 30;

/** `attempt` counts from 0. */
export function pollDelay(attempt: number): number {
  return Math.min(FIRST_DELAY_SECONDS * POLL_GROWTH ** attempt, MAX_DELAY_SECONDS) * 1000;
}
