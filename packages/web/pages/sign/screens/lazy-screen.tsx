import type { ComponentChildren } from 'preact';
import type { Lazy } from '../../parts/lazy.ts';
import { useLazy } from '../parts/lazy-dialog.tsx';
import { useText } from '../text/text-context.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { SessionFailedScreen } from './session-failed-screen.tsx';

interface LazyScreenProps<Loaded> {
  readonly content: Lazy<Loaded>;
  readonly children: (loaded: Loaded) => ComponentChildren;
}

/** Loaded when it is shown, as most visits show another screen. */
export function LazyScreen<Loaded>({ content, children }: LazyScreenProps<Loaded>) {
  const text = useText();
  const { loaded, hasFailed, load } = useLazy(content);
  if (loaded !== null) return <>{children(loaded)}</>;
  if (hasFailed) return <SessionFailedScreen failure={{ kind: 'unreachable' }} onRetry={load} />;
  return <LoadingScreen label={text('loading')} />;
}
