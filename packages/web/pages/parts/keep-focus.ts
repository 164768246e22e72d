const CONTROLS = '.dialog-body :is(a[href], button, input, select, textarea)';

/** To what replaced the focused element. Returns a function that ends it. */
export function keepFocus(dialog: HTMLDialogElement): () => void {
  let last: Element | null = document.activeElement;
  const observer = new MutationObserver(() => {
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body) last = activeElement;
    if (!dialog.open || last?.isConnected !== false) return;
    const shown = [...dialog.querySelectorAll<HTMLElement>(CONTROLS)].find(
      (control) => control.getClientRects().length > 0,
    );
    (shown ?? dialog.querySelector('h2'))?.focus();
    last = document.activeElement;
  });
  const onFocus = ({ target }: FocusEvent): void => {
    last = target as Element;
  };
  dialog.addEventListener('focusin', onFocus);
  observer.observe(dialog, { childList: true, subtree: true });
  return () => {
    dialog.removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
}
