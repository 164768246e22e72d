import type { FormField } from '@countersign/signing';
import type { SigneeBox } from './boxes-of.ts';
import { isOutside, overlaps, rectOf, type Size } from './geometry.ts';

export type BoxWarning = 'page_missing' | 'outside_page' | 'overlap' | 'over_field';

/** By the code of the service, whose sentences count pages from 0 and name members of the API. */
export const WARNING_OF_CODE: ReadonlyMap<string, BoxWarning> = new Map([
  ['page_out_of_range', 'page_missing'],
  ['box_outside_page', 'outside_page'],
]);

export interface KnownPages {
  readonly count: number;
  /** Undefined: not read yet. */
  sizeOf(page: number): Size | undefined;
}

/** By box. A box on a page that does not exist has no other problem. */
export function findBoxWarnings(
  boxes: readonly SigneeBox[],
  fields: readonly Pick<FormField, 'widgets'>[],
  pages: KnownPages,
): ReadonlyMap<string, readonly BoxWarning[]> {
  return new Map(boxes.map((one) => [one.id, warningsOf(one, boxes, fields, pages)]));
}

function warningsOf(
  { id, kind, box }: SigneeBox,
  boxes: readonly SigneeBox[],
  fields: readonly Pick<FormField, 'widgets'>[],
  pages: KnownPages,
): readonly BoxWarning[] {
  if (box.page >= pages.count) return ['page_missing'];
  const rect = rectOf(kind, box);
  const size = pages.sizeOf(box.page);
  const isCovered = boxes.some(
    (other) =>
      other.id !== id && other.box.page === box.page && overlaps(rect, rectOf(other.kind, other.box)),
  );
  const coversField = fields.some(({ widgets }) =>
    widgets.some((widget) => widget.page === box.page && overlaps(rect, widget)),
  );
  return [
    ...(size !== undefined && isOutside(kind, box, size) ? (['outside_page'] as const) : []),
    ...(isCovered ? (['overlap'] as const) : []),
    ...(coversField ? (['over_field'] as const) : []),
  ];
}
