import './reading-view.css';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { useNearViewport } from '../../document/page-scale.ts';
import type { Send } from '../../document/start-pdf-worker.ts';
import { Icon } from '../../parts/controls.tsx';
import * as icons from '../../parts/icons.ts';
import { DocumentLanguage, useText } from '../parts.tsx';
import { loadParagraphs, type Paragraph } from './page-skeleton.tsx';

interface ReadingViewProps {
  /** `page` is added to its query. */
  readonly url: string;
  readonly send: Send;
  readonly pages: number;
  /** The reader was at this page, from 0. */
  readonly first: number;
  /** Shows the page itself. */
  readonly onPage: (page: number) => void;
}

/** The text of the pages in the width of the window. It is a help: the page counts. */
export function ReadingView({ url, send, pages, first, onPage }: ReadingViewProps) {
  const text = useText();
  const start = useRef<HTMLElement>(null);
  useEffect(() => {
    start.current?.scrollIntoView();
    start.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class="reading">
      <p class="reading-note">
        <Icon path={icons.info} />
        <span>
          <strong>{text('pageCounts')}</strong> {text('pageCountsWhy')}
        </span>
      </p>
      {Array.from({ length: pages }, (_, page) => (
        <ReadingPage
          key={page}
          element={page === first ? start : undefined}
          {...{ url, send, page, pages, onPage }}
        />
      ))}
    </div>
  );
}

type PageContent =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly paragraphs: readonly Paragraph[] };

interface ReadingPageProps extends Pick<ReadingViewProps, 'url' | 'send' | 'pages' | 'onPage'> {
  readonly page: number;
  readonly element: { current: HTMLElement | null } | undefined;
}

/** The text is loaded when it comes near, and stays. */
function ReadingPage({ url, send, page, pages, onPage, element }: ReadingPageProps) {
  const text = useText();
  const language = useContext(DocumentLanguage);
  const own = useRef<HTMLElement>(null);
  const section = element ?? own;
  const isNear = useNearViewport(section);
  const [content, setContent] = useState<PageContent>({ kind: 'loading' });
  const load = (): void => {
    setContent({ kind: 'loading' });
    loadParagraphs(url, send, page).then(
      (paragraphs) => setContent({ kind: 'ready', paragraphs }),
      () => setContent({ kind: 'failed' }),
    );
  };
  useEffect(() => {
    if (isNear && content.kind === 'loading') load();
  }, [isNear]);
  const label = text('pageOf', { page: page + 1, pages });
  return (
    <section ref={section} class="reading-page" tabIndex={-1} aria-label={label}>
      <div class="reading-head">
        <h2>{label}</h2>
        <button type="button" class="link-button" onClick={() => onPage(page)}>
          {text('showPage')}
        </button>
      </div>
      {content.kind === 'loading' && <div class="reading-skeleton" aria-hidden="true" />}
      {content.kind === 'failed' && (
        <div class="notice notice-problem" role="alert">
          <p>{text('pageFailed')}</p>
          <button type="button" class="button" onClick={load}>
            {text('tryAgain')}
          </button>
        </div>
      )}
      {content.kind === 'ready' && content.paragraphs.length === 0 && (
        <p class="field-hint">{text('pageWithoutText')}</p>
      )}
      {content.kind === 'ready' && (
        <div lang={language}>
          {content.paragraphs.map((paragraph, index) =>
            paragraph.isHeading ? <h3 key={index}>{paragraph.text}</h3> : <p key={index}>{paragraph.text}</p>,
          )}
        </div>
      )}
    </section>
  );
}
