import { useEffect, useRef } from 'preact/hooks';
import { Brand } from '../parts/brand.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Icon } from '../parts/icon.tsx';
import { START } from '../requests/next-address.ts';
import { AccountMenu } from './account-menu.tsx';
import { keepPageFocus } from './keep-page-focus.ts';
import { PageHeading } from './page-heading.tsx';
import { followLinks, usePlace } from './router.ts';
import { SectionView } from './section-view.tsx';
import { findSection, NAVIGATION, type NavigationKey } from './sections.ts';
import { useAppText } from './text.ts';

const NEW_DOCUMENT = '/new';

const isShown = (path: string): boolean => findSection(path) !== null;

/** Navigation is at the bottom edge of phones. */
export function Layout() {
  const text = useAppText();
  const place = usePlace();
  const found = findSection(place.path);
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
          <a class="button button-primary app-new" href={NEW_DOCUMENT}>
            <Icon name="plus" />
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
          <Icon name={icon} />
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
      <EmptyState icon="search" title={text('notFoundText')}>
        <a class="button" href={START}>
          {text('toDocuments')}
        </a>
      </EmptyState>
    </>
  );
}
