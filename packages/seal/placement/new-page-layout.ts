import { A4 } from '@countersign/pdf';
import { BOX_SIZES, type BoxType } from './box-size.ts';

/** A field on one of the new pages; displayed points. */
export interface NewPageSlot {
  /** 0 for the first new page. */
  readonly newPage: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const SLOTS_PER_PAGE = 16;
const COLUMNS = 2;
const ROWS = SLOTS_PER_PAGE / COLUMNS;
/** Above the first and below the last row: about 20 mm, as most letters have. */
const MARGIN = 56;

/** Places of fields on new A4 pages in reading order: left, right, then the next row; 16 to a page. */
export function layOutNewPages(types: readonly BoxType[]): NewPageSlot[] {
  return types.map((type, index) => findSlot(type, index));
}

function findSlot(type: BoxType, index: number): NewPageSlot {
  const { width, height } = BOX_SIZES[type];
  const place = index % SLOTS_PER_PAGE;
  const columnWidth = A4.width / COLUMNS;
  const rowHeight = (A4.height - 2 * MARGIN) / ROWS;
  return {
    newPage: Math.floor(index / SLOTS_PER_PAGE),
    x: (place % COLUMNS) * columnWidth + (columnWidth - width) / 2,
    y: MARGIN + Math.floor(place / COLUMNS) * rowHeight,
    width,
    height,
  };
}
