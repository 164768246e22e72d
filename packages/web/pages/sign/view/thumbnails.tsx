import './thumbnails.css';
import { useEffect, useRef } from 'preact/hooks';
import type { OpenedPdf } from '../../document/open-pdf.ts';
import { type Size, toPixels, useNearViewport } from '../../document/page-scale.ts';
import { pageElementId, scrollToElement, useText } from '../parts.tsx';

/** CSS pixels. */
const WIDTH = 88;

interface ThumbnailsProps {
  readonly pdf: OpenedPdf;
  readonly firstSize: Size;
  /** The page in the middle of the window. */
  readonly current: number;
}

/** Small pictures of all pages, beside the document on wide screens. */
export function Thumbnails({ pdf, firstSize, current }: ThumbnailsProps) {
  const text = useText();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const shown = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (shown && list.current) list.current.scrollTop = shown.offsetTop - list.current.clientHeight / 2;
  }, [current]);
  return (
    <nav class="thumbnails" aria-label={text('pages')}>
      <ol ref={list}>
        {Array.from({ length: pdf.pageCount }, (_, index) => (
          <li key={index}>
            <button
              type="button"
              aria-label={text('pageOf', { page: index + 1, pages: pdf.pageCount })}
              aria-current={index === current ? 'page' : undefined}
              onClick={() => scrollToElement(pageElementId(index), 'start')}
            >
              <Thumbnail pdf={pdf} index={index} size={firstSize} />
              <span aria-hidden="true">{index + 1}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface ThumbnailProps {
  readonly pdf: OpenedPdf;
  readonly index: number;
  readonly size: Size;
}

function Thumbnail({ pdf, index, size }: ThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useNearViewport(canvas);
  const height = (WIDTH * size.height) / size.width;
  useEffect(() => {
    if (canvas.current === null || !isNear) return;
    const abort = new AbortController();
    const draw = async (element: HTMLCanvasElement): Promise<void> => {
      const page = await pdf.readPageSize(index);
      const scale = Math.min(WIDTH / page.width, height / page.height);
      await pdf.drawPage(
        index,
        element,
        { width: page.width * scale, height: page.height * scale },
        abort.signal,
      );
    };
    // A page that cannot be drawn stays white: the large one says so.
    draw(canvas.current).catch(() => undefined);
    return () => abort.abort();
  }, [pdf, index, isNear, height]);
  return <canvas ref={canvas} style={{ width: toPixels(WIDTH), height: toPixels(height) }} />;
}
