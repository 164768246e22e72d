import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { toPixels } from '../../../document/page-scale.ts';
import type { OpenPdfState } from '../../../document/use-pdf.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { type PageControls, PagePicture } from '../pages/page-picture.tsx';
import { toneOf } from '../problems.ts';
import { useComposerContext } from '../use-composer.ts';

/** All rows are equally high, so that thousands need no layout. */
const ROW_HEIGHT = 150;
const [MAX_WIDTH, MAX_HEIGHT] = [92, 112];
/** These rows beyond the visible ones are rendered. */
const SPARE_ROWS = 2;

interface ThumbnailsProps {
  readonly opened: OpenPdfState;
  readonly controls: { readonly current: PageControls | null };
}

export function Thumbnails({ opened: { pdf, firstSize }, controls }: ThumbnailsProps) {
  const text = useComposerText();
  const { boxes, currentPage } = useComposerContext();
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
  const tones = useMemo(() => {
    const byPage = new Map<number, number[]>();
    for (const { box, index } of boxes)
      byPage.set(box.page, [...(byPage.get(box.page) ?? []), toneOf(index)]);
    return byPage;
  }, [boxes]);
  const scale = Math.min(MAX_WIDTH / firstSize.width, MAX_HEIGHT / firstSize.height);
  const [width, height] = [firstSize.width * scale, firstSize.height * scale];
  const last = Math.min(rows[1], pdf.pageCount);
  const shown = Array.from({ length: Math.max(last - rows[0], 0) }, (_, offset) => rows[0] + offset);
  return (
    <nav ref={list} class="composer-thumbnails" aria-label={text('thumbnails')} onScroll={update}>
      <div class="composer-thumbnail-list" style={{ height: toPixels(pdf.pageCount * ROW_HEIGHT) }}>
        {shown.map((index) => (
          <button
            key={index}
            type="button"
            class="composer-thumbnail"
            style={{ top: toPixels(index * ROW_HEIGHT) }}
            aria-current={index === currentPage ? 'page' : undefined}
            aria-label={text('goToPage', { page: index + 1, count: tones.get(index)?.length ?? 0 })}
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
              {(tones.get(index) ?? []).slice(0, 4).map((tone, at) => (
                <span key={at} class={`composer-mark tone-${tone}`} />
              ))}
            </span>
          </button>
        ))}
      </div>
    </nav>
  );
}
