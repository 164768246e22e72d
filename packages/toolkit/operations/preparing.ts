import { addFields, type DisplayedBox, type FillOptions, prefill } from '@countersign/forms';
import { drawOnPages, type PageItem, type PdfFile } from '@countersign/pdf';
import { type PlacementOptions, placeSignatureBoxes } from '@countersign/seal';
import type { PrepareReport } from '../reports.ts';
import type { PrepareRequest, WriteArgs } from '../requests.ts';
import { withPdf } from './reading.ts';

const NO_REPORT = { warnings: [] };

export async function applyRequest(
  file: PdfFile,
  request: PrepareRequest,
  { filledBy, outlines }: FillOptions & Pick<PlacementOptions, 'outlines'> = {},
): Promise<PrepareReport> {
  const { covers = [], fields = [], values, mode, boxes, heading } = request;
  if (covers.length > 0) await drawOnPages(file, covers.map(coverOf));
  const added = fields.length > 0 ? await addFields(file, fields) : NO_REPORT;
  const isForm = values.length > 0 || mode !== 'keepOriginal';
  const prefilled = isForm ? await prefill(file, values, mode, { filledBy }) : NO_REPORT;
  const placed = await placeSignatureBoxes(file, boxes, { heading, outlines });
  const named = placed.map((box, index) => ({ ...box, id: boxes[index]?.id ?? String(index) }));
  return { boxes: named, pages: file.pageCount, warnings: [...added.warnings, ...prefilled.warnings] };
}

/** Readers that rasterize leave a hair of what is below at the edges of a rectangle, so it is a little larger. */
const BLEED = 0.5;

function coverOf({ page, x, y, width, height }: DisplayedBox): PageItem {
  const size = { width: width + 2 * BLEED, height: height + 2 * BLEED };
  return { page, x: x - BLEED, y: y - BLEED, ...size, fill: [1, 1, 1] };
}

export function prepare(args: WriteArgs & PrepareRequest): Promise<PrepareReport> {
  return writePrepared(args, { outlines: false });
}

export function preview(args: WriteArgs & PrepareRequest): Promise<PrepareReport> {
  return writePrepared(args, { outlines: true });
}

function writePrepared(
  { input, output, ...request }: WriteArgs & PrepareRequest,
  options: Pick<PlacementOptions, 'outlines'>,
): Promise<PrepareReport> {
  return withPdf(input, async (file) => {
    const report = await applyRequest(file, request, options);
    file.save().writeTo(output);
    return report;
  });
}
