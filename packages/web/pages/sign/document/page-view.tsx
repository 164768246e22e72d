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
  /** Size of the first page, which most pages share, so that the layout rarely moves. */
  readonly expectedSize: Size;
  readonly availableWidth: number;
  readonly layers: PageLayers;
}

/** Loaded near the viewport only: pages are spread over the file. */
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

/** A page, rendered only near the viewport, with its inputs. */
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
