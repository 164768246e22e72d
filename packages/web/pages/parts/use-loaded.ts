import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

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
