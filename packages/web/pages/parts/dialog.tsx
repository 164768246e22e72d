import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, Icon } from './controls.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { useAction } from './hooks.ts';
import * as icons from './icons.ts';
import { useLabels } from './language.tsx';

const CONTROLS = ':is(.dialog-body, .message-card) :is(a[href], button, input, select, textarea)';

/** Moves the focus to what replaced the focused element in a dialog or message. Returns a function that ends it. */
export function keepFocus(frame: HTMLElement): () => void {
  let last: Element | null = document.activeElement;
  const observer = new MutationObserver(() => {
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body) last = activeElement;
    if (last?.isConnected !== false) return;
    const shown = [...frame.querySelectorAll<HTMLElement>(CONTROLS)].find(
      (control) => control.getClientRects().length > 0,
    );
    (shown ?? frame.querySelector<HTMLElement>('h1, h2'))?.focus();
    last = document.activeElement;
  });
  const onFocus = ({ target }: FocusEvent): void => {
    last = target as Element;
  };
  frame.addEventListener('focusin', onFocus);
  observer.observe(frame, { childList: true, subtree: true });
  return () => {
    frame.removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
}

/** Bars that stay at an edge are in view: `scrollIntoView` would scroll the page from under them. */
function isInView(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

interface DialogProps {
  readonly title: string;
  /** A `sheet` is at the bottom edge and leaves the page visible. */
  readonly shape: 'window' | 'sheet';
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly footer: ComponentChildren;
}

/**
 * The native dialog is modal: it traps, keeps and restores focus, and closes on Escape. Put `autofocus` on the first
 * control.
 */
export function Dialog({ title, shape, onClose, children, footer }: DialogProps) {
  const label = useLabels();
  const titleId = useId();
  const element = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    dialog.showModal();
    const release = keepFocus(dialog);
    return () => {
      release();
      dialog.close();
      // The browser does not scroll to what gets the focus back, and the page may have scrolled behind a sheet.
      const focused = document.activeElement;
      if (focused === null || dialog.contains(focused) || isInView(focused)) return;
      if (focused.matches(':focus-visible')) focused.scrollIntoView({ block: 'nearest' });
    };
  }, []);

  return (
    <dialog
      ref={element}
      class={`dialog dialog-${shape}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" class="icon-button" aria-label={label('close')} onClick={onClose}>
          <Icon path={icons.close} />
        </button>
      </div>
      <div class="dialog-body">{children}</div>
      <div class="dialog-foot">{footer}</div>
    </dialog>
  );
}

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly confirm: string;
  readonly kind?: 'primary' | 'danger' | undefined;
  /** The dialog closes when this resolves. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** The harmless choice has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirm, kind = 'danger', onConfirm, onClose } = props;
  const label = useLabels();
  const action = useAction();
  const act = async () => {
    if (await action.run(onConfirm)) onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose} autofocus>
        {label('cancel')}
      </Button>
      <Button kind={kind} isBusy={action.isBusy} onClick={act}>
        {confirm}
      </Button>
    </>
  );
  return (
    <Dialog title={title} shape="window" onClose={onClose} footer={footer}>
      {children}
      {action.error !== undefined && <FailureNotice error={action.error} />}
    </Dialog>
  );
}
