import { A4 } from '@countersign/pdf';
import { BOX_SIZES, type BoxType } from './box-size.ts';

export interface NewPageSlot {
  /** From 0. */
  readonly newPage: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const SLOTS_PER_PAGE = 16;
const COLUMNS = 2;
const ROWS = SLOTS_PER_PAGE / COLUMNS;
/** Points, about 20 mm. */
export const MARGIN = 56;
const ROOM = A4.height - 2 * MARGIN;
const ROW_GAP = ROOM / ROWS - BOX_SIZES.signature.height;
/** Rounding in sums of row heights. */
const TOLERANCE = 0.001;

/** Two to a row, 16 signatures per page; identity documents need higher rows. */
export function layOutNewPages(types: readonly BoxType[]): NewPageSlot[] {
  const slots: NewPageSlot[] = [];
  let [newPage, used] = [0, 0];
  for (let start = 0; start < types.length; start += COLUMNS) {
    const row = types.slice(start, start + COLUMNS);
    const height = Math.max(...row.map((type) => BOX_SIZES[type].height)) + ROW_GAP;
    if (used + height > ROOM + TOLERANCE) [newPage, used] = [newPage + 1, 0];
    slots.push(...layOutRow(row, newPage, MARGIN + used));
    used += height;
  }
  return slots;
}

function layOutRow(types: readonly BoxType[], newPage: number, y: number): NewPageSlot[] {
  const columnWidth = A4.width / COLUMNS;
  return types.map((type, column) => {
    const { width, height } = BOX_SIZES[type];
    return { newPage, x: column * columnWidth + (columnWidth - width) / 2, y, width, height };
  });
}
