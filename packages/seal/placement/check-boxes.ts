import type { PageGeometry, PdfFile } from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import { BOXES } from '../arguments.ts';
import { SealError } from '../errors.ts';
import type { BoxRequest, PlacedBox } from './box.ts';
import { findBoxSize } from './box-size.ts';
import { type BoxWarning, type FieldRect, findOverlaps } from './find-overlaps.ts';
import { layOutNewPages, type NewPageSlot } from './new-page-layout.ts';

/** Page sizes are often rounded: a box for 842 shall fit A4, which is 841.89. */
const TOLERANCE = 0.5;

/** Does not change the file. Throws like `checkBoxes`. */
export function findPositions(file: PdfFile, boxes: readonly BoxRequest[]): PlacedBox[] {
  const onNewPages = boxes.filter(({ placement }) => placement === 'new_page');
  const slots = layOutNewPages(onNewPages.map(({ type }) => type));
  const slotOf = new Map(onNewPages.map((box, index) => [box, slots[index]]));
  const geometries = new Map<number, PageGeometry>();
  return boxes.map((box) => {
    const slot = slotOf.get(box);
    return slot ? placeInSlot(file, box, slot) : placeOnExistingPage(file, box, geometries);
  });
}

/**
 * Checks boxes against the pages without changing the file and returns warnings. `listFields` provides the
 * widgets of pages with boxes. Throws `box_outside_page`, `page_out_of_range` and `scale_out_of_range`.
 */
export function checkBoxes(
  file: PdfFile,
  boxes: readonly BoxRequest[],
  listFields: (pages: readonly number[]) => readonly FieldRect[] = () => [],
): BoxWarning[] {
  checkArguments({ file, boxes }, BOXES);
  const positions = findPositions(file, boxes);
  const pages = new Set(positions.map(({ page }) => page).filter((page) => page < file.pageCount));
  return findOverlaps(positions, listFields([...pages]));
}

function placeInSlot(file: PdfFile, box: BoxRequest, slot: NewPageSlot): PlacedBox {
  const { newPage, ...rect } = slot;
  return { ...identify(box), page: file.pageCount + newPage, ...rect };
}

function placeOnExistingPage(
  file: PdfFile,
  box: BoxRequest,
  geometries: Map<number, PageGeometry>,
): PlacedBox {
  const page = requirePage(file, box);
  const geometry = geometries.get(page) ?? file.page(page).geometry;
  geometries.set(page, geometry);
  const rect = { x: box.x ?? Number.NaN, y: box.y ?? Number.NaN, ...findBoxSize(box.type, box.scale) };
  requireInside(geometry, { ...box, page }, rect);
  return { ...identify(box), page, ...rect };
}

function identify({ id, type, label }: BoxRequest): Pick<PlacedBox, 'id' | 'type' | 'label'> {
  return { type, ...named(id), ...(label === undefined ? {} : { label }) };
}

function requirePage(file: PdfFile, { id, page = Number.NaN }: BoxRequest): number {
  const pages = file.pageCount;
  if (Number.isInteger(page) && page >= 0 && page < pages) return page;
  throw new SealError('page_out_of_range', `Expected a page from 0 to ${pages - 1}, found ${page}`, {
    ...named(id),
    page,
    pages,
  });
}

function requireInside(
  { displayedWidth, displayedHeight }: PageGeometry,
  { id, page }: Pick<PlacedBox, 'id' | 'page'>,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const isInside =
    x >= -TOLERANCE &&
    y >= -TOLERANCE &&
    x + width <= displayedWidth + TOLERANCE &&
    y + height <= displayedHeight + TOLERANCE;
  if (isInside) return;
  throw new SealError(
    'box_outside_page',
    `A box of ${width} x ${height} at (${x}, ${y}) does not lie on page ${page}, which is ${displayedWidth} x ${displayedHeight}`,
    {
      ...named(id),
      page,
      width: displayedWidth,
      height: displayedHeight,
      x,
      y,
      boxWidth: width,
      boxHeight: height,
    },
  );
}

function named(id: string | undefined): { readonly id?: string } {
  return id === undefined ? {} : { id };
}
