import type { PdfFile } from '@countersign/pdf';
import type { InkStamp } from '../../pdf-toolkit.ts';
import { SAMPLE_TEXT } from './sample-requests.ts';

/** Displayed points, at scale 1. */
const STAMP_SIZE = { width: 219, height: 58 };
/** A third of a millisecond each; longer documents are sampled, with the first and last page. */
const MAX_STAMPED_PAGES = 1_000;

/** The size of every page is read. */
export function sampleStamps(file: PdfFile): readonly InkStamp[] {
  const boxes = Array.from(file.pages(), ({ geometry }, page) => ({ page, x: 0, y: 0, ...fit(geometry) }));
  return spread(boxes, MAX_STAMPED_PAGES).map((box) => ({
    box: { id: String(box.page), type: 'signature', ...box },
    typedName: SAMPLE_TEXT,
    lines: [SAMPLE_TEXT],
  }));
}

/** At even distances, from the first to the last. */
function spread<T>(list: readonly T[], max: number): readonly T[] {
  if (list.length <= max) return list;
  const step = (list.length - 1) / (max - 1);
  const indices = Array.from({ length: max }, (_, index) => Math.round(index * step));
  return indices.map((index) => list[index]).filter((entry) => entry !== undefined);
}

/** A page may be smaller than a box. */
function fit({ displayedWidth, displayedHeight }: { displayedWidth: number; displayedHeight: number }) {
  return {
    width: Math.min(STAMP_SIZE.width, displayedWidth),
    height: Math.min(STAMP_SIZE.height, displayedHeight),
  };
}
