import { useEffect, useRef } from 'preact/hooks';

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
