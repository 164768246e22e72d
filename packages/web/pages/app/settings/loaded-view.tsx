import type { ComponentChildren } from 'preact';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import type { Loaded } from '../../parts/use-loaded.ts';
import { useAppText } from '../text.ts';

interface LoadedViewProps<T> {
  readonly state: Loaded<T>;
  readonly onRetry: () => void;
  readonly children: (value: T) => ComponentChildren;
}

export function LoadedView<T>({ state, onRetry, children }: LoadedViewProps<T>) {
  const text = useAppText();
  if (state.kind === 'loading') return <Spinner label={text('loading')} />;
  if (state.kind === 'failed') return <FailureNotice error={state.error} onRetry={onRetry} />;
  return <>{children(state.value)}</>;
}
