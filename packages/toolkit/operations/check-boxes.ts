import { listWidgetsOnPages } from '@countersign/forms';
import type { PdfFile } from '@countersign/pdf';
import { type BoxWarning, checkBoxes as checkPlaces } from '@countersign/seal';
import type { BoxCheck, BoxRequest, PdfInput } from '../pdf-toolkit.ts';
import { withPdf } from './open-input.ts';

/** Warnings name boxes by their ids. */
export function checkBoxes(input: PdfInput, boxes: readonly BoxRequest[]): Promise<BoxCheck> {
  return withPdf(input, (file) => ({ warnings: findBoxWarnings(file, boxes) }));
}

/** Throws if a box has no place. */
export function findBoxWarnings(file: PdfFile, boxes: readonly BoxRequest[]): BoxCheck['warnings'] {
  const warnings = checkPlaces(file, boxes, (pages) => listWidgetsOnPages(file, pages));
  return warnings.map((warning) => byId(warning, boxes));
}

function byId({ code, params }: BoxWarning, boxes: readonly BoxRequest[]): BoxCheck['warnings'][number] {
  if (code === 'more_overlaps') return { code, params };
  const id = (position: number): string => boxes[position]?.id ?? String(position);
  const { page } = params;
  if (code === 'boxes_overlap')
    return { code, params: { page, box: id(params.first), other: id(params.second) } };
  return { code, params: { page, box: id(params.box), field: params.field } };
}
