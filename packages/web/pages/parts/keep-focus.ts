const CONTROLS = ':is(.dialog-body, .message-card) :is(a[href], button, input, select, textarea)';

/** To what replaced the focused element in a dialog or message. Returns a function that ends it. */
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
