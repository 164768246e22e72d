import { addFields, type FillOptions, prefill } from '@countersign/forms';
import type { PdfFile } from '@countersign/pdf';
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
  const { fields = [], values, mode, boxes, heading } = request;
  const added = fields.length > 0 ? await addFields(file, fields) : NO_REPORT;
  const isForm = values.length > 0 || mode !== 'keepOriginal';
  const prefilled = isForm ? await prefill(file, values, mode, { filledBy }) : NO_REPORT;
  const placed = await placeSignatureBoxes(file, boxes, { heading, outlines });
  const named = placed.map((box, index) => ({ ...box, id: boxes[index]?.id ?? String(index) }));
  return { boxes: named, pages: file.pageCount, warnings: [...added.warnings, ...prefilled.warnings] };
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
