import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { useText } from '../text/text-context.ts';
import { Icon } from './icon.tsx';

interface DialogProps {
  readonly title: string;
  /** `sheet` sits at the bottom edge and leaves the page above it in view. */
  readonly shape: 'window' | 'sheet';
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly footer: ComponentChildren;
}

/**
 * The browser's own modal dialog: it keeps the focus inside, closes on Escape and gives the focus back to where it was.
 * Put `autofocus` on the control to begin with.
 */
export function Dialog({ title, shape, onClose, children, footer }: DialogProps) {
  const text = useText();
  const titleId = useId();
  const element = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    dialog.showModal();
    return () => dialog.close();
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
        <h2 id={titleId}>{title}</h2>
        <button type="button" class="icon-button" aria-label={text('close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div class="dialog-body">{children}</div>
      <div class="dialog-foot">{footer}</div>
    </dialog>
  );
}
