import { useEffect, useRef } from 'preact/hooks';
import { Brand, EmptyState, Icon } from '../parts/controls.tsx';
import * as icons from '../parts/icons.ts';
import { useAppText } from '../parts/texts.tsx';
import { START } from '../requests/navigation.ts';
import { AccountMenu } from './account-menu.tsx';
import { PageHeading } from './page-heading.tsx';
import { followLinks, usePlace } from './router.ts';
import { SectionView } from './section-view.tsx';
import { findSection, NAVIGATION, type NavigationKey } from './sections.ts';

/** Where the focus was in a list. */
interface Row {
  readonly list: Element;
  readonly index: number;
}

/**
 * Moves the focus when the focused element is removed: to the row that took its place in the list, or else to the heading.
 * Returns a function that ends it.
 */
function keepPageFocus(page: HTMLElement): () => void {
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
    // While the next page is loading the page has neither.
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

const NEW_DOCUMENT = '/new';

const isShown = (path: string): boolean => findSection(path) !== null;

/** The navigation is at the bottom edge of phones. */
export function Layout() {
  const text = useAppText();
  const place = usePlace();
  const found = findSection(place.path);
  // Other pages have a primary action of their own.
  const isList = place.path === '/documents' || place.path === '/links';
  const main = useRef<HTMLElement>(null);
  useEffect(() => scrollTo(0, 0), [place.path]);
  useEffect(() => (main.current === null ? undefined : keepPageFocus(main.current)), []);
  return (
    // Links work without this handler too, by loading the page.
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the clicks of the links inside.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click.
    <div class="app" onClick={(event) => followLinks(event, isShown)}>
      <a class="skip-link" href="#content">
        {text('skipToContent')}
      </a>
      <header class="app-header">
        <a class="app-home" href={START}>
          <Brand />
        </a>
        <Navigation current={found?.section.navigation ?? null} />
        {isShown(NEW_DOCUMENT) && (
          <a class={`button app-new ${isList ? 'button-primary' : ''}`} href={NEW_DOCUMENT}>
            <Icon path={icons.plus} />
            <span class="app-new-label">{text('newDocument')}</span>
          </a>
        )}
        <AccountMenu place={place} />
      </header>
      <main ref={main} id="content" class="app-content" tabIndex={-1}>
        {found === null ? <NotFound /> : <SectionView {...found} place={place} />}
      </main>
    </div>
  );
}

function Navigation({ current }: { readonly current: NavigationKey | null }) {
  const text = useAppText();
  return (
    <nav class="app-navigation" aria-label={text('mainNavigation')}>
      {NAVIGATION.filter(({ key }) => isShown(`/${key}`)).map(({ key, icon }) => (
        <a key={key} href={`/${key}`} aria-current={key === current ? 'page' : undefined}>
          <Icon path={icon} />
          <span>{text(key)}</span>
        </a>
      ))}
    </nav>
  );
}

function NotFound() {
  const text = useAppText();
  return (
    <>
      <PageHeading title={text('notFoundTitle')} />
      <EmptyState icon={icons.search} title={text('notFoundText')}>
        <a class="button" href={START}>
          {text('toDocuments')}
        </a>
      </EmptyState>
    </>
  );
}
