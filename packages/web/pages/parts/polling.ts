import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Loaded } from './hooks.ts';

interface Delays {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** The delay between two calls grows from the first to the last while nothing changes. */
const PACES = {
  /** The service renews the QR code of an e-ID order every second. */
  order: { firstMs: 1000, maxMs: 1000 },
  /** A person acts at a provider or on a phone, and waits for this page. */
  proof: { firstMs: 2000, maxMs: 2000 },
  /** Sealing takes about a second, while other signees may need days. */
  session: { firstMs: 1000, maxMs: 30_000 },
  /** Signees and colleagues change lists and documents. */
  list: { firstMs: 2000, maxMs: 30_000 },
  /** The service is down, or a release has replaced the files of an open page. */
  section: { firstMs: 3000, maxMs: 3000 },
} as const satisfies Readonly<Record<string, Delays>>;

const GROWTH = 1.5;

type Pace = keyof typeof PACES;

/** Returns milliseconds. `attempt` counts from 0 after the last change. */
export function delayOf(pace: Pace, attempt: number): number {
  const { firstMs, maxMs } = PACES[pace];
  return Math.min(firstMs * GROWTH ** attempt, maxMs);
}

export interface Polling<Answer> {
  readonly pace: Pace;
  /** Makes the first call at once, even on a hidden page. */
  readonly isImmediate?: boolean | undefined;
  /** Gets the last answer, and resolves with null if nothing has changed since. */
  load(previous: Answer | null): Promise<Answer | null>;
  /** The next call waits for this. */
  onAnswer(answer: Answer): Promise<void> | void;
  /** Receives failures of `load` and `onAnswer`. Polling goes on. */
  readonly onFailure?: ((error: unknown, previous: Answer | null) => void) | undefined;
}

type Page = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;

interface RunningPolling {
  /** Calls at once and drops the answer of a call on its way. Resolves when the new answer is shown. */
  restart(): Promise<void>;
  /** Drops the answer of a call on its way. */
  end(): void;
}

/** Makes one call at a time while the page is visible, and one as soon as it becomes visible again. */
export function startPolling<Answer>(polling: Polling<Answer>, page: Page = document): RunningPolling {
  let turn = 0;
  let attempt = 0;
  let last: Answer | null = null;
  let isAnswering = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const schedule = (): void => {
    timer = setTimeout(
      () => {
        if (!page.hidden) void call();
      },
      delayOf(polling.pace, attempt),
    );
  };
  const call = async (): Promise<void> => {
    const own = turn;
    attempt += 1;
    try {
      const answer = await polling.load(last);
      if (own === turn && answer !== null) {
        last = answer;
        attempt = 0;
        isAnswering = true;
        await polling.onAnswer(answer);
      }
    } catch (error) {
      if (own === turn) polling.onFailure?.(error, last);
    } finally {
      isAnswering = false;
    }
    if (own === turn) schedule();
  };
  const stop = (): void => {
    turn += 1;
    clearTimeout(timer);
  };
  const restart = (): Promise<void> => {
    stop();
    attempt = 0;
    return call();
  };
  const onVisible = (): void => {
    // What the answer started, such as signing, must not begin a second time.
    if (!page.hidden && !isAnswering) void restart();
  };

  page.addEventListener('visibilitychange', onVisible);
  if (polling.isImmediate === true) void call();
  else schedule();
  return {
    restart,
    end() {
      stop();
      page.removeEventListener('visibilitychange', onVisible);
    },
  };
}

/** Polls while `target` names something; another target starts anew. Returns the function that restarts. */
export function usePolling<Answer>(
  target: string | undefined,
  polling: Polling<Answer>,
): RunningPolling['restart'] {
  const current = useRef(polling);
  current.current = polling;
  const running = useRef<RunningPolling | null>(null);
  useEffect(() => {
    if (target === undefined) return;
    const started = startPolling<Answer>({
      pace: current.current.pace,
      isImmediate: current.current.isImmediate,
      load: (previous) => current.current.load(previous),
      onAnswer: (answer) => current.current.onAnswer(answer),
      onFailure: (error, previous) => current.current.onFailure?.(error, previous),
    });
    running.current = started;
    return () => {
      running.current = null;
      started.end();
    };
  }, [target]);
  return useCallback(async () => running.current?.restart(), []);
}

interface Watched<T> {
  readonly state: Loaded<T>;
  /** Resolves when the new value is shown. */
  readonly reload: () => Promise<void>;
}

/** Shows what `load` finds, and keeps it current. Once there is a value, failures are ignored. */
export function useWatched<T>(key: string, load: Polling<T>['load']): Watched<T> {
  const [state, setState] = useState<Loaded<T>>({ kind: 'loading' });
  const reload = usePolling<T>(key, {
    pace: 'list',
    isImmediate: true,
    load,
    onAnswer: (value) => setState({ kind: 'ready', value }),
    onFailure: (error, previous) => {
      if (previous === null) setState({ kind: 'failed', error });
    },
  });
  useEffect(() => setState({ kind: 'loading' }), [key]);
  return { state, reload };
}
