import type { FormField } from '@countersign/signing';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { toPixels } from '../../../document/page-scale.ts';
import type { OpenPdfState } from '../../../document/use-pdf.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { findBoxWarnings } from '../boxes/boxes.ts';
import { FieldInputs } from '../fields/field-inputs.tsx';
import { FieldSheet } from '../fields/field-sheet.tsx';
import { useComposerContext } from '../use-composer.ts';
import { BoxView } from './box-view.tsx';
import { type PageLayout, type PagesView, pageAt, placed, usePageLayout } from './page-layout.ts';
import { type PageControls, PageControlsContext, PagePicture, type Snap } from './page-picture.tsx';
import { useBoxCommands } from './use-box-commands.ts';
import { useBoxDrag } from './use-box-drag.ts';

interface PageColumnProps {
  readonly opened: OpenPdfState;
  readonly zoom: number;
  readonly controls: { current: PageControls | null };
}

/** Only pages near the viewport are rendered. */
export function PageColumn({ opened: { pdf, firstSize }, zoom, controls }: PageColumnProps) {
  const text = useComposerText();
  const composer = useComposerContext();
  const scroller = useRef<HTMLDivElement>(null);
  const view = usePageLayout(scroller, pdf, firstSize, zoom);
  const { layout, near, requestSize, sizeOf } = view;
  const [snap, setSnap] = useState<Snap | null>(null);
  // The index is kept and not the name, which two fields of different types may share.
  const [openIndex, setOpenIndex] = useState(-1);
  const openField = composer.fields[openIndex] ?? null;
  const setOpenField = (field: FormField | null) =>
    setOpenIndex(field === null ? -1 : composer.fields.indexOf(field));
  const { boxes, fields, currentPage, setCurrentPage, setPagesOpen } = composer;

  useEffect(() => {
    setPagesOpen(true);
    return () => setPagesOpen(false);
  }, [setPagesOpen]);

  useEffect(() => {
    for (let page = near[0]; page < near[1]; page += 1) requestSize(page);
    for (const { box } of boxes) if (box.page < pdf.pageCount) requestSize(box.page);
  }, [near, boxes, pdf, requestSize]);

  const top = useRef(0);
  useKeepPosition(scroller, view, zoom, top);
  useKeepFocusInSight(scroller, view);

  const latest = useRef({ layout, composer, sizeOf: (page: number) => sizeOf(page) ?? firstSize });
  latest.current = { layout, composer, sizeOf: (page: number) => sizeOf(page) ?? firstSize };
  const scrollToPage = useCallback((page: number) => {
    const target = latest.current.layout.pages[page];
    if (target !== undefined) scroller.current?.scrollTo({ top: target.y - 12 });
  }, []);
  const drag = useBoxDrag(scroller, latest, setSnap);
  const commands = useBoxCommands(latest, pdf.pageCount, scrollToPage);
  const own = useMemo<PageControls>(
    () => ({ ...drag, ...commands, scrollToPage, pageCount: pdf.pageCount }),
    [drag, commands, scrollToPage, pdf],
  );
  controls.current = own;

  const warnings = useMemo(
    () => findBoxWarnings(boxes, fields, { count: pdf.pageCount, sizeOf }),
    [boxes, fields, pdf, sizeOf, layout],
  );
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
  return (
    <PageControlsContext.Provider value={own}>
      <section
        ref={scroller}
        class="composer-column"
        aria-label={text('pages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard.
        tabIndex={0}
        onScroll={onScroll}
      >
        <div
          class="composer-sheet"
          style={{ width: toPixels(layout.width), height: toPixels(layout.height) }}
        >
          {shown.map((index) => {
            const page = layout.pages[index];
            return (
              page !== undefined && (
                <section
                  key={index}
                  class="composer-page"
                  style={placed(page)}
                  aria-label={text('pageOf', { page: index + 1, pages: pdf.pageCount })}
                >
                  <PagePicture pdf={pdf} index={index} width={page.width} height={page.height} isRead />
                  <FieldInputs page={index} scale={page.scale} openField={openField} onField={setOpenField} />
                </section>
              )
            );
          })}
          <SnapLines snap={snap} layout={layout} />
          <ul class="composer-boxes" aria-label={text('boxes')}>
            {boxes.map((one) => (
              <BoxView key={one.id} placed={one} layout={layout} warnings={warnings.get(one.id) ?? []} />
            ))}
          </ul>
        </div>
      </section>
      {openField !== null && <FieldSheet field={openField} onField={setOpenField} />}
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

/** A box is focused before pages that were hidden have their size, and before its numbers are shown below them. */
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
