import type { PdfFile } from '@countersign/pdf';
import type { InkStamp } from '../../pdf-toolkit.ts';
import { SAMPLE_TEXT } from './sample-requests.ts';

/** Displayed points: a signature box at scale 1. */
const STAMP_SIZE = { width: 219, height: 58 };
/** A page costs a third of a millisecond: of longer documents so many pages are stamped, first and last among them. */
const MAX_STAMPED_PAGES = 1_000;

/** Ink for the pages of a file. The size of every page is read, whether it is stamped or not. */
export function sampleStamps(file: PdfFile): readonly InkStamp[] {
  const boxes = Array.from(file.pages(), ({ geometry }, page) => ({ page, x: 0, y: 0, ...fit(geometry) }));
  return spread(boxes, MAX_STAMPED_PAGES).map((box) => ({
    box: { id: String(box.page), type: 'signature', ...box },
    typedName: SAMPLE_TEXT,
    lines: [SAMPLE_TEXT],
  }));
}

/** At most so many of a list, evenly, from the first to the last. */
function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  const step = (list.length - 1) / (most - 1);
  const places = Array.from({ length: most }, (_, index) => Math.round(index * step));
  return places.map((place) => list[place]).filter((entry) => entry !== undefined);
}

/** A page may be smaller than a box: nobody can place one there, and it is stamped here all the same. */
function fit({ displayedWidth, displayedHeight }: { displayedWidth: number; displayedHeight: number }) {
  return {
    width: Math.min(STAMP_SIZE.width, displayedWidth),
    height: Math.min(STAMP_SIZE.height, displayedHeight),
  };
}
