/** These functions run in the page, so each stands alone. Each returns what is wrong, with the element's selector. */

export interface Styles {
  /** Pixels, in ascending order, without the text on pages of documents. */
  readonly sizes: readonly number[];
  readonly weights: readonly { readonly weight: string; readonly of: string }[];
  readonly strokes: readonly string[];
  /** Names of the primary buttons in view; "your turn" rows of lists have one each. */
  readonly primary: readonly string[];
}

export function findStyles(): Styles {
  const ON_PAPER = '.document .page, .composer-page, .composer-marks, .preview-page, .thumbnail';
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest(ON_PAPER);
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  const texts = [...document.body.querySelectorAll('*')].filter(
    (element) =>
      (hasText(element) ||
        element.matches('input:not([type="checkbox"], [type="radio"]), select, textarea')) &&
      isShown(element),
  );
  const sizes = new Set(texts.map((element) => Number.parseFloat(getComputedStyle(element).fontSize)));
  const weights = new Map(
    texts.map((element) => [
      getComputedStyle(element).fontWeight,
      `${element.localName}.${element.classList} ${element.textContent?.slice(0, 30)}`,
    ]),
  );
  const icons = [...document.querySelectorAll('.icon')].filter(isShown);
  const modal = document.querySelector('dialog:modal');
  const primary = [
    ...(modal ?? document).querySelectorAll<HTMLElement>('.button-primary, .button-finish'),
  ].filter((button) => {
    const { top, bottom } = button.getBoundingClientRect();
    return isShown(button) && bottom > 0 && top < innerHeight && !button.closest('.table-row');
  });
  return {
    sizes: [...sizes].sort((a, b) => a - b),
    weights: [...weights].map(([weight, of]) => ({ weight, of })),
    strokes: [...new Set(icons.map((icon) => getComputedStyle(icon).strokeWidth))],
    primary: primary.map((button) => button.innerText),
  };
}

/** With reduced motion nothing moves. */
export function findMotion(): string[] {
  const lastsOf = (durations: string) => durations.split(', ').some((time) => Number.parseFloat(time) > 0);
  return [...document.body.querySelectorAll('*')].flatMap((element) => {
    const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
    const moves = animationName !== 'none' && lastsOf(animationDuration);
    return moves || lastsOf(transitionDuration) ? [`moves: ${element.localName}.${element.classList}`] : [];
  });
}

/** In forced colors, surfaces have no color of their own: only borders tell them apart. */
export function findFaint(): string[] {
  const surfaces = '.button, .text-input, .card, .message-card, .dialog, .menu-panel, .notice, .badge';
  const faint = [...document.querySelectorAll(surfaces)].filter((element) => {
    const { borderTopWidth, borderTopStyle } = getComputedStyle(element);
    const isBordered = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0;
    return element.checkVisibility({ visibilityProperty: true }) && !isBordered;
  });
  return [...new Set(faint.map(({ localName, classList }) => `no border: ${localName}.${classList}`))];
}

/** What is wider than the screen, or cut by what it stands in. A name may end in an ellipsis. */
export function findNarrow(): string[] {
  const faults: string[] = [];
  // On phones, innerWidth grows with what is too wide.
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) {
    const wide = [...document.body.querySelectorAll('*')].filter((element) => {
      const { width, right } = element.getBoundingClientRect();
      return width > 0 && right > clientWidth + 1;
    });
    const { localName, classList } = wide.at(-1) ?? document.body;
    faults.push(`${scrollWidth} px wide among large letters: ${localName}.${classList}`);
  }
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (
      !element.checkVisibility({ visibilityProperty: true }) ||
      element.closest('input, .visually-hidden, .page')
    )
      continue;
    const { overflowX, textOverflow } = getComputedStyle(element);
    const isCut = ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis';
    if (isCut && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
      faults.push(`cut: ${element.localName}.${element.classList}`);
  }
  return faults;
}

/** Words of buttons that go on in the next line. Addresses may. */
export function findBrokenWords(): string[] {
  const faults: string[] = [];
  for (const button of document.querySelectorAll<HTMLElement>('button, .button, summary')) {
    if (!button.checkVisibility({ visibilityProperty: true }) || button.closest('.page')) continue;
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      // What only screen readers get is one pixel wide.
      if ((node.parentElement?.offsetWidth ?? 0) <= 1) continue;
      for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[\p{L}\p{N}]+(?=\s|$)/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) faults.push(`broken word: ${word}`);
      }
    }
  }
  return faults;
}
