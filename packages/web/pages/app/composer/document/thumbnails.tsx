import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { toPixels } from '../../../document/page-scale.ts';
import type { OpenPdfState } from '../../../document/use-pdf.ts';
import { Icon, type IconPath } from '../../../parts/controls.tsx';
import * as icons from '../../../parts/icons.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { isOnEveryPage, type PlacedMark } from '../marks/mark.ts';
import type { ControlsRef } from '../pages/page-controls.ts';
import { PagePicture } from '../pages/page-picture.tsx';
import { toneOf } from '../problems.ts';
import { useComposerContext } from '../use-composer.ts';

/** All rows are equally high, so that thousands need no layout. */
const ROW_HEIGHT = 128;
/** CSS pixels above the first row. */
const MARGIN = 8;
const [MAX_WIDTH, MAX_HEIGHT] = [72, 84];
/** These rows beyond the visible ones are rendered. */
const SPARE_ROWS = 2;

interface ThumbnailsProps {
  readonly opened: OpenPdfState;
  readonly controls: ControlsRef;
}

export function Thumbnails({ opened: { pdf, firstSize }, controls }: ThumbnailsProps) {
  const text = useComposerText();
  const { currentPage } = useComposerContext();
  const list = useRef<HTMLElement>(null);
  const [rows, setRows] = useState<readonly [number, number]>([0, 8]);
  const update = () => {
    const element = list.current;
    if (element === null) return;
    const first = Math.max(Math.floor(element.scrollTop / ROW_HEIGHT) - SPARE_ROWS, 0);
    const after = Math.ceil((element.scrollTop + element.clientHeight) / ROW_HEIGHT) + SPARE_ROWS;
    setRows((before) => (before[0] === first && before[1] === after ? before : [first, after]));
  };
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const top = currentPage * ROW_HEIGHT;
    const isVisible =
      top >= element.scrollTop && top + ROW_HEIGHT <= element.scrollTop + element.clientHeight;
    if (!isVisible) element.scrollTop = top - element.clientHeight / 2;
  }, [currentPage]);
  const marks = useMarksOfPages();
  const scale = Math.min(MAX_WIDTH / firstSize.width, MAX_HEIGHT / firstSize.height);
  const [width, height] = [firstSize.width * scale, firstSize.height * scale];
  const last = Math.min(rows[1], pdf.pageCount);
  const shown = Array.from({ length: Math.max(last - rows[0], 0) }, (_, offset) => rows[0] + offset);
  return (
    <nav ref={list} class="composer-thumbnails" aria-label={text('thumbnails')} onScroll={update}>
      <div class="composer-thumbnail-list" style={{ height: toPixels(MARGIN + pdf.pageCount * ROW_HEIGHT) }}>
        {shown.map((index) => {
          const { count, tones, isWrong } = marks(index);
          return (
            <button
              key={index}
              type="button"
              class="composer-thumbnail"
              style={{ top: toPixels(MARGIN + index * ROW_HEIGHT) }}
              aria-current={index === currentPage ? 'page' : undefined}
              aria-label={text('goToPage', { page: index + 1, count })}
              data-page={index}
              onClick={() => controls.current?.scrollToPage(index)}
            >
              <span
                class="composer-thumbnail-picture"
                style={{ width: toPixels(width), height: toPixels(height) }}
              >
                <PagePicture pdf={pdf} index={index} width={width} height={height} />
              </span>
              <span class="composer-thumbnail-foot">
                {index + 1}
                {tones.slice(0, MAX_DOTS).map((tone) => (
                  <span key={tone} class={`composer-mark-dot tone-${tone}`} />
                ))}
                {count > 0 && <span class="composer-thumbnail-count" data-count={count} />}
                {isWrong && <Icon path={icons.warning} />}
              </span>
            </button>
          );
        })}
      </div>
    </nav>
  );
}

interface PageMarks {
  readonly count: number;
  /** The colours of the owners. */
  readonly tones: readonly number[];
  readonly isWrong: boolean;
}

const NO_MARKS: PageMarks = { count: 0, tones: [], isWrong: false };
/** More dots have no room. */
const MAX_DOTS = 3;

/** Counts what is on each page, whose it is, and whether something is wrong there. */
function useMarksOfPages(): (page: number) => PageMarks {
  const { placed, serverProblems } = useComposerContext();
  return useMemo(() => {
    const wrong = new Set(serverProblems.flatMap(({ place }) => (place.kind === 'mark' ? [place.id] : [])));
    const add = ({ count, tones, isWrong }: PageMarks, { id, index }: PlacedMark): PageMarks => ({
      count: count + 1,
      tones: [...new Set([...tones, toneOf(index)])].toSorted((a, b) => a - b),
      isWrong: isWrong || wrong.has(id),
    });
    const everywhere = placed.filter(({ mark }) => isOnEveryPage(mark)).reduce(add, NO_MARKS);
    const pages = new Map<number, PageMarks>();
    for (const one of placed) {
      const { page } = one.place;
      if (!isOnEveryPage(one.mark)) pages.set(page, add(pages.get(page) ?? everywhere, one));
    }
    return (page) => pages.get(page) ?? everywhere;
  }, [placed, serverProblems]);
}

interface PageStepperProps {
  readonly pageCount: number;
  readonly controls: ControlsRef;
  readonly zoom: number;
  readonly onZoom: (zoom: number) => void;
}

/** Takes the place of the thumbnails on small screens. */
export function PageStepper({ pageCount, controls, zoom, onZoom }: PageStepperProps) {
  const text = useComposerText();
  const { currentPage } = useComposerContext();
  const step = (icon: IconPath, label: string, isPossible: boolean, run: () => void) => (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      aria-disabled={!isPossible}
      onClick={() => isPossible && run()}
    >
      <Icon path={icon} />
    </button>
  );
  const goTo = (page: number) => controls.current?.scrollToPage(page);
  return (
    <div class="composer-stepper">
      {step(icons.back, text('pagePrevious'), currentPage > 0, () => goTo(currentPage - 1))}
      <span>{text('pageOf', { page: currentPage + 1, pages: pageCount })}</span>
      {step(icons.next, text('pageNext'), currentPage < pageCount - 1, () => goTo(currentPage + 1))}
      <span class="composer-stepper-zoom">
        {step(icons.minus, text('zoomOut'), zoom > 1, () => onZoom(smallerStep(zoom)))}
        {step(icons.plus, text('zoomIn'), zoom < 4, () => onZoom(Math.min(zoom * 1.5, 4)))}
      </span>
    </div>
  );
}

function smallerStep(zoom: number): number {
  return Math.max(zoom / 1.5, 1);
}
