import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { OpenedPdf } from '../../document/open-pdf.ts';
import { fitScale, type Size, toPixels } from '../../document/page-scale.ts';
import { useNearViewport } from '../../document/use-near-viewport.ts';
import { useText } from '../text/text-context.ts';
import { PageCanvas } from './page-canvas.tsx';

/** `page` counts from 0, `scale` is CSS pixels per displayed point. */
export type RenderLayers = (place: {
  readonly pdf: OpenedPdf;
  readonly page: number;
  readonly scale: number;
}) => ComponentChildren;

interface PageViewProps {
  readonly pdf: OpenedPdf;
  readonly index: number;
  /** That of the first page, so that the layout rarely moves. */
  readonly expectedSize: Size;
  readonly availableWidth: number;
  readonly renderLayers: RenderLayers | undefined;
}

/** Near the viewport only: pages are spread over the file. */
function usePageSize(pdf: OpenedPdf, index: number, expected: Size, isNear: boolean): Size {
  const [size, setSize] = useState(expected);
  useEffect(() => {
    if (!isNear) return;
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

/** Rendered only near the viewport. */
export function PageView({ pdf, index, expectedSize, availableWidth, renderLayers }: PageViewProps) {
  const text = useText();
  const element = useRef<HTMLElement>(null);
  const isNear = useNearViewport(element);
  const points = usePageSize(pdf, index, expectedSize, isNear);
  const scale = fitScale(points.width, availableWidth);
  const size = { width: points.width * scale, height: points.height * scale };

  return (
    <section
      ref={element}
      class="page light"
      aria-label={text('pageOf', { page: index + 1, pages: pdf.pageCount })}
      style={{ width: toPixels(size.width), height: toPixels(size.height) }}
    >
      {isNear && <PageCanvas pdf={pdf} index={index} width={size.width} height={size.height} />}
      {renderLayers?.({ pdf, page: index, scale })}
    </section>
  );
}
