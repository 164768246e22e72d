import { useRef, useState } from 'preact/hooks';

export interface Action {
  readonly isBusy: boolean;
  /** Undefined after a success. */
  readonly error: unknown;
  /** One at a time. Resolves with whether it succeeded. */
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
