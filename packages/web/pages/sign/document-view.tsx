import type { FormField } from '@countersign/signing';
import type { ComponentChildren, RefObject } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { OpenedPdf } from '../document/open-pdf.ts';
import { fitScale, type Size, toPixels, useElementWidth, useNearViewport } from '../document/page-scale.ts';
import { inReadingOrder } from '../document/reading-order.ts';
import type { Send } from '../document/start-pdf-worker.ts';
import { usePdf } from '../document/use-pdf.ts';
import { Icon } from '../parts/controls.tsx';
import * as icons from '../parts/icons.ts';
import type { Dispatch, SigningState } from './finish/signing-state.ts';
import { DocumentLanguage, pageElementId, useText } from './parts.tsx';

interface PageCanvasProps {
  readonly pdf: OpenedPdf | null;
  /** Is shown until the page is drawn. */
  readonly picture: string | undefined;
  readonly index: number;
  /** The width is in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** The canvas has the page's text for screen readers. */
function PageCanvas({ pdf, picture, index, width, height }: PageCanvasProps) {
  const text = useText();
  const language = useContext(DocumentLanguage);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [outcome, setOutcome] = useState<'drawn' | 'failed' | null>(null);
  const [pageText, setPageText] = useState('');

  useEffect(() => {
    if (canvas.current === null || pdf === null) return;
    const abort = new AbortController();
    pdf.drawPage(index, canvas.current, { width, height }, abort.signal).then(
      () => abort.signal.aborted || setOutcome('drawn'),
      () => abort.signal.aborted || setOutcome('failed'),
    );
    return () => abort.abort();
  }, [pdf, index, width, height]);

  // Rendering is then faster on a slow connection.
  useEffect(() => {
    if (outcome !== 'drawn') return;
    pdf?.readPageText(index).then(setPageText, () => setPageText(''));
  }, [pdf, index, outcome]);

  return (
    <>
      <div class="page-picture" aria-hidden="true" data-outcome={outcome}>
        <canvas ref={canvas} class="page-canvas" />
        {picture !== undefined && outcome === null && <img class="early-picture" src={picture} alt="" />}
      </div>
      {pdf === null && (
        <p class="visually-hidden" role="status">
          {text('loading')}
        </p>
      )}
      {outcome === 'failed' && <p class="page-failed">{text('pageFailed')}</p>}
      <p class="visually-hidden" lang={language}>
        {pageText}
      </p>
    </>
  );
}

export interface PageLayers {
  readonly state: SigningState;
  readonly dispatch: Dispatch;
}

type FieldWidget = FormField['widgets'][number];

export interface PlacedWidget<Field extends FormField = FormField> {
  readonly field: Field;
  readonly widget: FieldWidget;
  /** The index counts the field's widgets. */
  readonly index: number;
}

/** Lists inputs, buttons of checks and read-only values, in reading order. */
export function widgetsOnPage<Field extends FormField>(
  fields: readonly Field[],
  page: number,
): readonly PlacedWidget<Field>[] {
  const placed = fields
    .flatMap((field) => field.widgets.map((widget, index) => ({ field, widget, index, place: widget })))
    .filter(({ widget }) => widget.page === page);
  return inReadingOrder(placed);
}

/** The guide scrolls to the first widget of a field. */
export function widgetElementId(fieldName: string, index = 0): string {
  return `widget-${encodeURIComponent(fieldName)}-${index}`;
}

/** `page` counts from 0, `scale` is CSS pixels per displayed point. */
type RenderLayers = (place: {
  readonly pdf: OpenedPdf | null;
  readonly page: number;
  readonly scale: number;
}) => ComponentChildren;

interface PageViewProps {
  /** It is null while there is only a picture of the page. */
  readonly pdf: OpenedPdf | null;
  readonly picture?: string | undefined;
  readonly index: number;
  /** How many there are. */
  readonly pages: number;
  /** The first page has this size, so that the layout rarely moves. */
  readonly expectedSize: Size;
  /** Returns CSS pixels per point for the size of a page. */
  readonly scaleOf: (page: Size) => number;
  /** Is called when the page has come to the middle of the window. */
  readonly onMiddle?: ((index: number) => void) | undefined;
  readonly renderLayers: RenderLayers | undefined;
}

function usePassedMiddle(
  element: RefObject<HTMLElement | null>,
  index: number,
  onMiddle: ((index: number) => void) | undefined,
): void {
  useEffect(() => {
    if (element.current === null || onMiddle === undefined) return;
    const observer = new IntersectionObserver(
      (entries) => entries.at(-1)?.isIntersecting === true && onMiddle(index),
      { rootMargin: '-50% 0px -50% 0px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, index, onMiddle]);
}

/** Reads the size only near the viewport, because pages are spread over the file. */
function usePageSize(pdf: OpenedPdf | null, index: number, expected: Size, isNear: boolean): Size {
  const [size, setSize] = useState(expected);
  useEffect(() => {
    if (!isNear || pdf === null) return;
    let isCurrent = true;
    pdf.readPageSize(index).then(
      (read) => isCurrent && setSize(read),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [pdf, index, isNear]);
  return size;
}

/** The page is rendered only near the viewport. */
export function PageView(props: PageViewProps) {
  const { pdf, picture, index, pages, expectedSize, scaleOf, onMiddle, renderLayers } = props;
  const text = useText();
  const element = useRef<HTMLElement>(null);
  const isNear = useNearViewport(element);
  usePassedMiddle(element, index, onMiddle);
  const points = usePageSize(pdf, index, expectedSize, isNear);
  const scale = scaleOf(points);
  const size = { width: points.width * scale, height: points.height * scale };

  return (
    <section
      ref={element}
      id={pageElementId(index)}
      class="page light"
      aria-label={text('pageOf', { page: index + 1, pages })}
      style={{ width: toPixels(size.width), height: toPixels(size.height) }}
    >
      {isNear && <PageCanvas {...{ pdf, picture, index }} width={size.width} height={size.height} />}
      {renderLayers?.({ pdf, page: index, scale })}
    </section>
  );
}

export interface PdfPagesProps {
  readonly url: string;
  /** Is called when another PDF has replaced this one. */
  readonly onStale: () => void;
  readonly send: Send;
  readonly renderLayers?: RenderLayers | undefined;
}

export function PdfPages({ url, onStale, send, renderLayers }: PdfPagesProps) {
  const text = useText();
  const column = useRef<HTMLDivElement>(null);
  const width = useElementWidth(column);
  const { state, retry } = usePdf(url, onStale, send);

  return (
    <div class="document" ref={column}>
      <p class="print-note">{text('printPdf')}</p>
      {state.kind === 'loading' && <PagePlaceholder label={text('loading')} />}
      {state.kind === 'failed' && <DocumentFailed onRetry={retry} />}
      {state.kind === 'open' &&
        width > 0 &&
        Array.from({ length: state.pdf.pageCount }, (_, index) => (
          <PageView
            key={index}
            pdf={state.pdf}
            index={index}
            pages={state.pdf.pageCount}
            expectedSize={state.firstSize}
            scaleOf={(page) => fitScale(page.width, width)}
            renderLayers={renderLayers}
          />
        ))}
    </div>
  );
}

function PagePlaceholder({ label }: { readonly label: string }) {
  return (
    <div class="page page-placeholder" role="status">
      <span class="spinner" aria-hidden="true" />
      <span>{label}</span>
    </div>
  );
}

export function DocumentFailed({ onRetry }: { readonly onRetry: () => void }) {
  const text = useText();
  return (
    <div class="notice notice-problem" role="alert">
      <Icon path={icons.warning} />
      <p>{text('documentFailed')}</p>
      <button type="button" class="button" onClick={onRetry}>
        {text('tryAgain')}
      </button>
    </div>
  );
}
