/** Where the focus was in a list. */
interface Row {
  readonly list: Element;
  readonly index: number;
}

/**
 * Moves the focus when the focused element is removed: to the row that took its place in the list, or else to the heading.
 * Returns a function that ends it.
 */
export function keepPageFocus(page: HTMLElement): () => void {
  let last: Element | null = null;
  let row: Row | null = null;
  const onFocus = ({ target }: FocusEvent): void => {
    last = target as Element;
    // A dialog asks about the row whose button opened it.
    if (last.closest('dialog') === null) row = rowOf(last);
  };
  const observer = new MutationObserver(() => {
    const isLost = last?.isConnected === false && document.activeElement === document.body;
    if (!isLost || page.querySelector('dialog[open]') !== null) return;
    // While the next page is loading there is neither.
    (firstControlOf(row) ?? page.querySelector<HTMLElement>('h1[tabindex]'))?.focus();
  });
  page.addEventListener('focusin', onFocus);
  observer.observe(page, { childList: true, subtree: true });
  return () => {
    page.removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
}

function rowOf(element: Element): Row | null {
  const item = element.closest('li');
  const list = item?.parentElement;
  return item && list ? { list, index: [...list.children].indexOf(item) } : null;
}

/** Returns the first control of the row that has the place now, or of the last one. */
function firstControlOf(row: Row | null): HTMLElement | null {
  if (row?.list.isConnected !== true) return null;
  const { children } = row.list;
  const item = children[Math.min(row.index, children.length - 1)];
  return item?.querySelector<HTMLElement>('a[href], button, input, select, textarea') ?? null;
}
