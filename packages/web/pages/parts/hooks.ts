import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface Lazy<Loaded> {
  /** Loads once, and again after a failure. */
  readonly load: () => Promise<Loaded>;
  /** Returns null until it is loaded. */
  readonly get: () => Loaded | null;
}

export function lazy<Loaded>(read: () => Promise<Loaded>): Lazy<Loaded> {
  let loaded: Loaded | null = null;
  return {
    load: async () => {
      loaded ??= await read();
      return loaded;
    },
    get: () => loaded,
  };
}

/**
 * Ignores the Enter key that ends an IME composition. Stops the event, because the focus moves to a button that it
 * would press.
 */
export function onEnterKey(act: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    act();
  };
}

export interface Action {
  readonly isBusy: boolean;
  /** The error is undefined after a success. */
  readonly error: unknown;
  /** Runs one at a time. Resolves with whether it succeeded. */
  run(work: () => Promise<unknown>): Promise<boolean>;
}

export function useAction(): Action {
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({
    isBusy: false,
    error: undefined,
  });
  const isRunning = useRef(false);
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setState({ isBusy: true, error: undefined });
    try {
      await work();
      setState({ isBusy: false, error: undefined });
      return true;
    } catch (error) {
      setState({ isBusy: false, error });
      return false;
    } finally {
      isRunning.current = false;
    }
  };
  return { ...state, run };
}

export type Loaded<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'ready'; readonly value: T };

/** `reload` keeps what is shown until the new value arrives. Ignores the answers of earlier loads. */
export function useLoaded<T>(load: () => Promise<T>, key: string) {
  const [state, setState] = useState<Loaded<T>>({ kind: 'loading' });
  const latest = useRef(load);
  latest.current = load;
  const turn = useRef(0);
  const reload = useCallback(async () => {
    turn.current += 1;
    const own = turn.current;
    const next = await latest.current().then(
      (value): Loaded<T> => ({ kind: 'ready', value }),
      (error: unknown): Loaded<T> => ({ kind: 'failed', error }),
    );
    if (turn.current === own) setState(next);
  }, []);
  useEffect(() => {
    setState({ kind: 'loading' });
    void reload();
    return () => {
      turn.current += 1;
    };
  }, [key]);
  const replace = useCallback((value: T) => setState({ kind: 'ready', value }), []);
  return { state, reload, replace };
}

export function useMediaQuery(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const update = (): void => setHolds(list.matches);
    list.addEventListener('change', update);
    update();
    return () => list.removeEventListener('change', update);
  }, [query]);
  return holds;
}

/** What comes sooner than this would only flicker. */
const FLICKER_MS = 200;

/** Returns false at first, and true once somebody has waited. */
export function useHasWaited(): boolean {
  const [hasWaited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), FLICKER_MS);
    return () => clearTimeout(timer);
  }, []);
  return hasWaited;
}

/** Scrolls an element into view when it appears: on a phone it may be below the form that made it. */
export function useScrollIntoView(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => element.current?.scrollIntoView({ block: 'nearest' }), []);
  return element;
}
