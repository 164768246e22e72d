import './toasts.css';
import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useEffect, useState } from 'preact/hooks';
import { Button, Icon } from './controls.tsx';
import { failureMessage } from './failure-notice.tsx';
import { useAction } from './hooks.ts';
import * as icons from './icons.ts';
import { useLabels } from './language.tsx';

/** WCAG 2.2.1: a toast stays while somebody is on it, and says nothing that the page does not show. */
const SHOWN_MS = 6000;
/** More would cover the page. */
const MAX_SHOWN = 3;

interface Toast {
  readonly text: string;
  readonly undo?: { readonly label: string; readonly run: () => Promise<unknown> } | undefined;
}

interface ShownToast extends Toast {
  readonly key: number;
}

const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

/** Returns the function that says at the bottom of the page what was done. Failures belong beside their cause. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { readonly children: ComponentChildren }) {
  const [{ shown }, setState] = useState<{ shown: readonly ShownToast[]; next: number }>({
    shown: [],
    next: 0,
  });
  const show = useCallback(
    (toast: Toast) =>
      setState(({ shown: before, next }) => ({
        shown: [...before, { ...toast, key: next }].slice(-MAX_SHOWN),
        next: next + 1,
      })),
    [],
  );
  const remove = useCallback(
    (key: number) =>
      setState(({ shown: before, next }) => ({ shown: before.filter((one) => one.key !== key), next })),
    [],
  );
  return (
    <ToastContext.Provider value={show}>
      {children}
      {/* The region is there before its first toast, or screen readers would not announce it. */}
      <div class="toasts" role="status">
        {shown.map((toast) => (
          <ToastView key={toast.key} toast={toast} onEnd={() => remove(toast.key)} />
        ))}
      </div>
    </ToastContext.Provider>
  );
}

interface ToastViewProps {
  readonly toast: Toast;
  readonly onEnd: () => void;
}

function ToastView({ toast: { text, undo }, onEnd }: ToastViewProps) {
  const label = useLabels();
  const action = useAction();
  const [isPaused, setPaused] = useState(false);
  const isKept = isPaused || action.isBusy || action.error !== undefined;
  useEffect(() => {
    if (isKept) return;
    const timer = setTimeout(onEnd, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isKept]);
  return (
    <div
      class="toast"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocusIn={() => setPaused(true)}
      onFocusOut={() => setPaused(false)}
    >
      <p>{action.error === undefined ? text : failureMessage(action.error, label)}</p>
      {undo !== undefined && (
        <Button
          kind="quiet"
          isBusy={action.isBusy}
          onClick={async () => {
            if (await action.run(undo.run)) onEnd();
          }}
        >
          {undo.label}
        </Button>
      )}
      <button type="button" class="icon-button" aria-label={label('close')} onClick={onEnd}>
        <Icon path={icons.close} />
      </button>
    </div>
  );
}
