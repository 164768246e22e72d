import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { placeOnPage, toPixels } from '../../../document/page-scale.ts';
import type { OpenPdfState } from '../../../document/use-pdf.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { useAnchors } from '../anchors/anchor-panel.tsx';
import { paletteFor } from '../marks/kinds.ts';
import { useComposerContext } from '../use-composer.ts';
import type { Point } from './drag.ts';
import { FileFields, widgetsByPage } from './file-fields.tsx';
import { MarkBar } from './mark-bar.tsx';
import { runPageKey } from './mark-keys.ts';
import { Marks } from './marks-layer.tsx';
import { type PageControls, PageControlsContext, type Snap } from './page-controls.ts';
import {
  type PageLayout,
  type PagesView,
  pageAt,
  placed as placeStyle,
  usePageLayout,
} from './page-layout.ts';
import { PagePicture } from './page-picture.tsx';
import { useMarkCommands } from './use-mark-commands.ts';
import { useMarkDrag } from './use-mark-drag.ts';

interface PageColumnProps {
  readonly opened: OpenPdfState;
  readonly zoom: number;
  /** The bar of the selected mark has no room beside a sheet. */
  readonly hasBar: boolean;
  readonly controls: { current: PageControls | null };
}

/** Its pixels keep the edge of a page in sight. */
const SPACE_ABOVE = 12;

/** Only pages near the viewport are rendered, and what is on them. */
export function PageColumn({ opened: { pdf, firstSize }, zoom, hasBar, controls }: PageColumnProps) {
  const text = useComposerText();
  const composer = useComposerContext();
  const scroller = useRef<HTMLDivElement>(null);
  const view = usePageLayout(scroller, pdf, firstSize, zoom);
  const { layout, near, requestSize, sizeOf } = view;
  const [snap, setSnap] = useState<Snap | null>(null);
  const { placed, fields, currentPage, setCurrentPage, setPagesOpen, tool, matches } = composer;
  useAnchors(pdf);

  useEffect(() => {
    setPagesOpen(true);
    return () => setPagesOpen(false);
  }, [setPagesOpen]);

  useEffect(() => {
    for (const { place } of placed)
      if (place.page >= 0 && place.page < pdf.pageCount) requestSize(place.page);
  }, [placed, pdf, requestSize]);

  const baselines = useRef(new Map<number, readonly number[]>());
  useEffect(() => {
    for (let page = near[0]; page < near[1]; page += 1) {
      requestSize(page);
      if (baselines.current.has(page)) continue;
      baselines.current.set(page, []);
      pdf.readTextPieces(page).then(
        (pieces) => baselines.current.set(page, [...new Set(pieces.map(({ baseline }) => baseline))]),
        () => baselines.current.delete(page),
      );
    }
  }, [near, pdf, requestSize]);

  const top = useRef(0);
  useKeepPosition(scroller, view, zoom, top);
  useKeepFocusInSight(scroller, view);

  const now = {
    ...{ layout, composer, text },
    sizeOf: (page: number) => sizeOf(page) ?? firstSize,
    baselinesOf: (page: number) => baselines.current.get(page) ?? [],
  };
  const latest = useRef(now);
  latest.current = now;
  const scrollToPage = useCallback((page: number, y?: number) => {
    const element = scroller.current;
    const target = latest.current.layout.pages[page];
    if (element === null || target === undefined) return;
    const top = y === undefined ? -SPACE_ABOVE : y * target.scale - element.clientHeight / 2;
    element.scrollTo({ top: target.y + top });
  }, []);
  const pointer = useRef<Point | null>(null);
  const drag = useMarkDrag(scroller, latest, pointer, setSnap);
  const surface = useMemo(
    () => ({ now: latest, pageCount: pdf.pageCount, scrollToPage }),
    [pdf, scrollToPage],
  );
  const commands = useMarkCommands(surface);
  const { change, endChange, setSelection } = composer;
  const own = useMemo<PageControls>(
    () => ({ ...drag, ...commands, scrollToPage, pageCount: pdf.pageCount, change, endChange, setSelection }),
    [drag, commands, scrollToPage, pdf, change, endChange, setSelection],
  );
  controls.current = own;

  const widgets = useMemo(() => widgetsByPage(fields), [fields]);
  const onScroll = () => {
    const element = scroller.current;
    if (element === null || view.width === 0) return;
    top.current = element.scrollTop;
    const page = pageAt(layout, element.scrollTop + element.clientHeight / 3);
    if (page !== currentPage) setCurrentPage(page);
  };
  // Another file may have fewer pages, and nothing was scrolled.
  useEffect(onScroll, [layout]);
  const shown = Array.from({ length: near[1] - near[0] }, (_, offset) => near[0] + offset);
  const onKeyDown = (event: KeyboardEvent) => {
    const { person, capabilities } = composer;
    if (event.defaultPrevented || person === null) return;
    const { main, more } = paletteFor(person, capabilities);
    if (runPageKey(event, { controls: own, composer, kinds: [...main, ...more] })) event.preventDefault();
  };
  return (
    <PageControlsContext.Provider value={own}>
      <section
        ref={scroller}
        class={`composer-column${tool === null ? '' : ' has-tool'}`}
        aria-label={text('pages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard.
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onClick={own.placeAt}
        onPointerMove={own.follow}
        onPointerLeave={() => own.follow(null)}
      >
        <div
          class="composer-sheet"
          style={{ width: toPixels(layout.width), height: toPixels(layout.height) }}
        >
          {shown.map((index) => {
            const page = layout.pages[index];
            const onPage = widgets.get(index);
            return (
              page !== undefined && (
                <section
                  key={index}
                  class="composer-page"
                  style={placeStyle(page)}
                  aria-label={text('pageOf', { page: index + 1, pages: pdf.pageCount })}
                >
                  <PagePicture pdf={pdf} index={index} width={page.width} height={page.height} isRead />
                  {onPage !== undefined && <FileFields widgets={onPage} scale={page.scale} />}
                  {matches.map(
                    (match) =>
                      match.page === index && (
                        <span
                          key={match.occurrence}
                          class="composer-match"
                          style={placeOnPage(match, page.scale)}
                        />
                      ),
                  )}
                </section>
              )
            );
          })}
          <SnapLines snap={snap} layout={layout} />
          <Marks layout={layout} near={near} count={pdf.pageCount} sizeOf={sizeOf} />
          {hasBar && tool === null && <MarkBar layout={layout} near={near} placed={placed} />}
        </div>
      </section>
    </PageControlsContext.Provider>
  );
}

function SnapLines({ snap, layout }: { readonly snap: Snap | null; readonly layout: PageLayout }) {
  const page = snap === null ? undefined : layout.pages[snap.page];
  if (snap === null || page === undefined) return null;
  return (
    <>
      {snap.lines.map(({ axis, at }) => (
        <span
          key={axis}
          class={`composer-snap composer-snap-${axis}`}
          style={
            axis === 'x'
              ? {
                  left: toPixels(page.x + at * page.scale),
                  top: toPixels(page.y),
                  height: toPixels(page.height),
                }
              : {
                  top: toPixels(page.y + at * page.scale),
                  left: toPixels(page.x),
                  width: toPixels(page.width),
                }
          }
        />
      ))}
    </>
  );
}

/** A mark is focused before pages that were hidden have their size, and before its properties are shown below them. */
function useKeepFocusInSight(
  scroller: { readonly current: HTMLElement | null },
  { width, height }: Pick<PagesView, 'width' | 'height'>,
): void {
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (activeElement !== scroller.current && scroller.current?.contains(activeElement))
      activeElement?.scrollIntoView({ block: 'nearest' });
  }, [scroller, width, height]);
}

/**
 * The middle of the viewport stays when the pages get another scale, by zoom or because a tablet is turned, and when
 * they are shown again, because hidden pages forget where they were. `top` is the last scroll position.
 */
function useKeepPosition(
  scroller: { readonly current: HTMLElement | null },
  { layout, width, height }: PagesView,
  zoom: number,
  top: { readonly current: number },
): void {
  const before = useRef({ zoom, width, height, column: layout.height });
  const isHidden = useRef(true);
  useLayoutEffect(() => {
    const element = scroller.current;
    const wasHidden = isHidden.current;
    isHidden.current = width === 0;
    if (element === null || width === 0) return;
    const old = before.current;
    before.current = { zoom, width, height, column: layout.height };
    if (old.width === 0 || (!wasHidden && old.zoom === zoom && old.width === width)) return;
    const middle = (wasHidden ? top.current : element.scrollTop) + old.height / 2;
    element.scrollTop = (middle * layout.height) / old.column - height / 2;
  }, [scroller, layout, zoom, width, height, top]);
}
