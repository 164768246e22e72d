import type { BoxPosition } from '@countersign/signing';
import type { BoxKind } from '../model/composition.ts';
import { clampToPage, overlaps, type Rect, rectOf, type Size } from './geometry.ts';

/** Points to the edge of the page, and between tried positions. */
const MARGIN = 60;
const STEP = 12;

/** As low on the page as there is one. */
export function findSpace(
  kind: BoxKind,
  page: { readonly index: number; readonly size: Size },
  occupied: readonly Rect[],
  scale = 1,
): BoxPosition {
  const { index, size } = page;
  const last = clampToPage(kind, { page: index, x: MARGIN, y: size.height - MARGIN * 2, scale }, size);
  const { width, height } = rectOf(kind, last);
  const lowest = Math.max(0, size.height - MARGIN - height);
  const columns = [MARGIN, size.width - MARGIN - width].map((x) => Math.max(0, Math.round(x)));
  for (let y = Math.round(lowest); y >= 0; y -= STEP) {
    for (const x of columns) {
      const box = { ...last, x, y };
      const rect = rectOf(kind, box);
      if (x + width <= size.width && !occupied.some((other) => overlaps(rect, other))) return box;
    }
  }
  return last;
}
