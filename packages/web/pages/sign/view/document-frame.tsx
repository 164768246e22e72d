import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fitScale, useElementWidth } from '../../document/page-scale.ts';
import { usePdf } from '../../document/use-pdf.ts';
import { useMediaQuery } from '../../parts/hooks.ts';
import { DocumentFailed, PageView, type PdfPagesProps } from '../document-view.tsx';
import { LazyPart, pageElementId, useText } from '../parts.tsx';
import { READING, THUMBNAILS } from '../screens/dialogs.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { type ReadingSwitch, ViewTools } from './view-tools.tsx';
import { paperWidth, useTouchZoom, useZoom } from './zoom.ts';

interface DocumentFrameProps extends PdfPagesProps {
  readonly reading: ReadingSwitch | undefined;
  /** The text of the pages. */
  readonly textUrl: string;
  readonly pages: number;
}

/** The document that is signed: its pages in any size, small pictures of them on wide screens, or their text. */
export function DocumentFrame({
  url,
  onStale,
  send,
  renderLayers,
  reading,
  textUrl,
  pages,
}: DocumentFrameProps) {
  const text = useText();
  const scroller = useRef<HTMLElement>(null);
  const width = useElementWidth(scroller);
  const { state, retry } = usePdf(url, onStale, send);
  const opened = state.kind === 'open' ? state : null;
  const paper = paperWidth(width);
  const zoom = useZoom(scroller, opened, paper);
  useTouchZoom(scroller, zoom);
  const [current, setCurrent] = useState(0);
  const hasThumbnails = useMediaQuery('(min-width: 80em)');
  const isReading = reading?.isOn === true;
  const isShown = opened !== null && zoom.level !== null;
  /** The page to show when the reader comes back from the text. */
  const target = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (isReading || target.current === null) return;
    document.getElementById(pageElementId(target.current))?.scrollIntoView();
    target.current = null;
  }, [isReading]);

  return (
    <div class="document-frame">
      {hasThumbnails && pages > 1 && (
        <div class="thumbnails-column">
          {isShown && (
            <LazyPart content={THUMBNAILS}>
              {(Thumbnails) => <Thumbnails pdf={opened.pdf} firstSize={opened.firstSize} current={current} />}
            </LazyPart>
          )}
        </div>
      )}
      <div class="document-column">
        <section
          ref={scroller}
          class="document-scroller"
          hidden={isReading}
          // Pages that are wider than the window are moved by keys too.
          tabIndex={(zoom.level ?? 1) > 1 ? 0 : undefined}
          aria-label={text('visitDocument')}
        >
          <div class="document">
            <p class="print-note">{text('printPdf')}</p>
            {state.kind === 'failed' && <DocumentFailed onRetry={retry} />}
            {state.kind !== 'failed' && !isShown && <PageSkeleton width={paper} url={textUrl} send={send} />}
            {isShown &&
              Array.from({ length: opened.pdf.pageCount }, (_, index) => (
                <PageView
                  key={index}
                  pdf={opened.pdf}
                  index={index}
                  expectedSize={opened.firstSize}
                  scaleOf={(page) => fitScale(page.width, paper) * (zoom.level ?? 1)}
                  onMiddle={setCurrent}
                  renderLayers={renderLayers}
                />
              ))}
          </div>
        </section>
        {isReading && opened !== null && (
          <LazyPart content={READING}>
            {(ReadingView) => (
              <ReadingView
                url={textUrl}
                send={send}
                pages={opened.pdf.pageCount}
                first={current}
                onPage={(page) => {
                  target.current = page;
                  reading.onChange(false);
                }}
              />
            )}
          </LazyPart>
        )}
        {isShown && <ViewTools page={current} pages={opened.pdf.pageCount} zoom={zoom} reading={reading} />}
      </div>
    </div>
  );
}
