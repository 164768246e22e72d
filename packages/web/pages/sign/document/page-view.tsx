import type { SigningView } from '@countersign/signing';
import { useEffect, useRef, useState } from 'preact/hooks';
import { PageFields } from '../fields/page-fields.tsx';
import { SignatureBoxes } from '../ink/signature-boxes.tsx';
import { useText } from '../text/text-context.ts';
import type { OpenedPdf } from './open-pdf.ts';
import { PageCanvas } from './page-canvas.tsx';
import type { PageLayers } from './page-layers.ts';
import { fitScale, type Size, toPixels } from './page-scale.ts';
import { useNearViewport } from './use-near-viewport.ts';

interface PageViewProps {
  readonly view: SigningView;
  readonly pdf: OpenedPdf;
  readonly index: number;
  /** The first page's size: most documents have but one, so nothing moves when the real one is known. */
  readonly expectedSize: Size;
  readonly availableWidth: number;
  readonly layers: PageLayers;
}

/** Asked for only near the viewport: each page of a large document lies somewhere else in it. */
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

/** One page: its picture, drawn only near the visible part, and over it everything that can be filled. */
export function PageView({ view, pdf, index, expectedSize, availableWidth, layers }: PageViewProps) {
  const text = useText();
  const element = useRef<HTMLElement>(null);
  const isNear = useNearViewport(element);
  const points = usePageSize(pdf, index, expectedSize, isNear);
  const scale = fitScale(points.width, availableWidth);
  const size = { width: points.width * scale, height: points.height * scale };

  return (
    <section
      ref={element}
      class="page"
      aria-label={text('pageOf', { page: index + 1, pages: pdf.pageCount })}
      style={{ width: toPixels(size.width), height: toPixels(size.height) }}
    >
      {isNear && <PageCanvas pdf={pdf} index={index} width={size.width} height={size.height} />}
      <PageFields view={view} pdf={pdf} page={index} scale={scale} layers={layers} />
      <SignatureBoxes view={view} page={index} scale={scale} layers={layers} />
    </section>
  );
}
