import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { fitScale, useElementWidth } from '../../document/page-scale.ts';
import { type OpenPdfState, usePdf } from '../../document/use-pdf.ts';
import { useMediaQuery } from '../../parts/hooks.ts';
import { DocumentFailed, PageView, type PdfPagesProps } from '../document-view.tsx';
import { LazyPart, pageElementId, useText } from '../parts.tsx';
import { READING, THUMBNAILS } from '../screens/dialogs.tsx';
import { type FirstPicture, useFirstPicture } from './first-picture.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { type ReadingSwitch, ViewTools } from './view-tools.tsx';
import { type FirstPage, paperWidth, useTouchZoom, useZoom } from './zoom.ts';

interface DocumentFrameProps extends PdfPagesProps {
  readonly reading: ReadingSwitch | undefined;
  /** The text of the pages. */
  readonly textUrl: string;
  /** A picture of the first page. */
  readonly pictureUrl: string;
  readonly pages: number;
}

/** Milliseconds: on a fast line the page itself is there by then. */
const TEXT_AFTER_MS = 700;

/** The document that is signed: its pages in any size, small pictures of them on wide screens, or their text. */
export function DocumentFrame({
  url,
  onStale,
  send,
  renderLayers,
  reading,
  textUrl,
  pictureUrl,
  pages,
}: DocumentFrameProps) {
  const text = useText();
  const scroller = useRef<HTMLElement>(null);
  const width = useElementWidth(scroller);
  const { picture, loading } = useFirstPicture(pictureUrl, send);
  const { state, retry } = usePdf(url, onStale, send, loading);
  const opened = state.kind === 'open' ? state : null;
  const first = useMemo(() => describeFirstPage(opened, picture), [opened, picture]);
  const paper = paperWidth(width);
  const zoom = useZoom(scroller, first, paper);
  useTouchZoom(scroller, zoom);
  const pageCount = opened?.pdf.pageCount ?? pages;
  const [current, setCurrent] = useState(0);
  const hasThumbnails = useMediaQuery('(min-width: 80em)');
  const isReading = reading?.isOn === true;
  const shown = state.kind === 'failed' || zoom.level === null ? null : first;
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
          {opened !== null && (
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
            {state.kind !== 'failed' && shown === null && (
              <PageSkeleton
                width={paper}
                url={textUrl}
                send={send}
                textAfter={picture !== null ? null : loading ? 0 : TEXT_AFTER_MS}
              />
            )}
            {shown !== null &&
              // There is a picture of the first page alone.
              Array.from({ length: opened?.pdf.pageCount ?? 1 }, (_, index) => (
                <PageView
                  key={index}
                  pdf={opened?.pdf ?? null}
                  picture={index === 0 ? picture?.source : undefined}
                  index={index}
                  pages={pageCount}
                  expectedSize={shown.size}
                  scaleOf={(page) => fitScale(page.width, paper) * (zoom.level ?? 1)}
                  onMiddle={setCurrent}
                  renderLayers={renderLayers}
                />
              ))}
          </div>
        </section>
        {isReading && shown !== null && (
          <LazyPart content={READING}>
            {(ReadingView) => (
              <ReadingView
                url={textUrl}
                send={send}
                pages={pageCount}
                first={current}
                onPage={(page) => {
                  target.current = page;
                  reading.onChange(false);
                }}
              />
            )}
          </LazyPart>
        )}
        {shown !== null && <ViewTools page={current} pages={pageCount} zoom={zoom} reading={reading} />}
      </div>
    </div>
  );
}

/** Both have it from pdf.js, so that nothing moves when the page replaces its picture. */
function describeFirstPage(
  opened: OpenPdfState | null,
  picture: FirstPicture | null | undefined,
): FirstPage | null {
  if (opened !== null) return { size: opened.firstSize, readTextExtent: () => opened.pdf.readTextExtent(0) };
  return picture ? { size: picture.size, readTextExtent: async () => picture.text } : null;
}
