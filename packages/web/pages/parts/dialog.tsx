import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { keepFocus } from './keep-focus.ts';
import { useLabels } from './labels.ts';

interface DialogProps {
  readonly title: string;
  /** `sheet`: at the bottom edge, leaves the page visible. */
  readonly shape: 'window' | 'sheet';
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly footer: ComponentChildren;
}

/**
 * Native and modal: traps, keeps and restores focus, closes on Escape. Put `autofocus` on the first control.
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
      if (focused?.matches(':focus-visible')) focused.scrollIntoView({ block: 'nearest' });
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
          <Icon name="close" />
        </button>
      </div>
      <div class="dialog-body">{children}</div>
      <div class="dialog-foot">{footer}</div>
    </dialog>
  );
}
