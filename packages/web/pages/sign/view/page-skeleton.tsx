import { useContext, useEffect, useState } from 'preact/hooks';
import { toPixels } from '../../document/page-scale.ts';
import type { Send } from '../../document/start-pdf-worker.ts';
import { requestJson } from '../../requests/request-json.ts';
import { DocumentLanguage, useText } from '../parts.tsx';

export interface Paragraph {
  readonly text: string;
  readonly isHeading: boolean;
}

/** Loads the text of a page, counted from 0. `url` has a query already. */
export async function loadParagraphs(url: string, send: Send, page: number): Promise<readonly Paragraph[]> {
  const answer = await requestJson(send as typeof fetch, `${url}&page=${page}`);
  const { paragraphs = [] } = answer as { readonly paragraphs?: readonly Paragraph[] };
  return paragraphs;
}

/** Lines in per cent of the page: a heading, then paragraphs. */
const LINES = [46, 0, 78, 82, 64, 0, 80, 76, 82, 40, 0, 79, 81, 58] as const;
/** Most documents are A4. */
const HEIGHT = 297 / 210;

interface PageSkeletonProps {
  readonly width: number;
  readonly url: string;
  readonly send: Send;
  /** Milliseconds until its text is asked for; null while it may not be needed. */
  readonly textAfter: number | null;
}

/** Returns the text of the first page if the page is late: 2 kB come sooner than the 200 kB of pdf.js. */
function useFirstText({ url, send, textAfter }: PageSkeletonProps): readonly Paragraph[] {
  const [paragraphs, setParagraphs] = useState<readonly Paragraph[]>([]);
  useEffect(() => {
    if (textAfter === null) return;
    let isCurrent = true;
    const show = (read: readonly Paragraph[]) => isCurrent && setParagraphs(read);
    // The page comes without it, too.
    const load = () => loadParagraphs(url, send, 0).then(show, () => undefined);
    const timer = setTimeout(load, textAfter);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [url, send, textAfter]);
  return paragraphs;
}

/** A page on its way, in the size that it will probably have: gray lines, and its text if it takes long. */
export function PageSkeleton(props: PageSkeletonProps) {
  const text = useText();
  const language = useContext(DocumentLanguage);
  const paragraphs = useFirstText(props);
  const { width } = props;
  return (
    <div
      class="page page-skeleton light"
      style={width > 0 ? { width: toPixels(width), height: toPixels(width * HEIGHT) } : {}}
    >
      <p class="visually-hidden" role="status">
        {text('loading')}
      </p>
      {paragraphs.length === 0 ? (
        <div class="skeleton-lines" aria-hidden="true">
          {LINES.map((share, index) => (
            <span key={index} style={{ width: `${share}%` }} />
          ))}
        </div>
      ) : (
        <div class="early-text" lang={language}>
          {paragraphs.map((paragraph, index) => (
            <p key={index} class={paragraph.isHeading ? 'is-heading' : undefined}>
              {paragraph.text}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
