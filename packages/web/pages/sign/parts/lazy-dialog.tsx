import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import type { Lazy } from '../../parts/lazy.ts';
import { useText } from '../text/text-context.ts';

interface LazyDialogProps<Loaded> {
  /** Shown while it is loaded too. */
  readonly title: string;
  readonly content: Lazy<Loaded>;
  readonly onClose: () => void;
  readonly children: (loaded: Loaded) => ComponentChildren;
}

/** `load` tries again. */
export function useLazy<Loaded>(content: Lazy<Loaded>) {
  const [loaded, setLoaded] = useState(content.get);
  const [hasFailed, setHasFailed] = useState(false);
  const load = (): void => {
    setHasFailed(false);
    content.load().then(
      (found) => setLoaded(() => found),
      () => setHasFailed(true),
    );
  };
  useEffect(() => {
    if (loaded === null) load();
  }, [content]);
  return { loaded, hasFailed, load };
}

/** Loaded when it is opened. On a lost line it says so, and tries again. */
export function LazyDialog<Loaded>({ title, content, onClose, children }: LazyDialogProps<Loaded>) {
  const text = useText();
  const { loaded, hasFailed, load } = useLazy(content);
  if (loaded !== null) return <>{children(loaded)}</>;
  return (
    <Dialog
      title={title}
      shape="window"
      onClose={onClose}
      footer={
        hasFailed && (
          <button type="button" class="button button-primary" onClick={load}>
            {text('tryAgain')}
          </button>
        )
      }
    >
      <p role="status">{text(hasFailed ? 'sendUnreachable' : 'loadingStep')}</p>
    </Dialog>
  );
}
