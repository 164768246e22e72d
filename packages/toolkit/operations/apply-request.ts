import { prefill } from '@countersign/forms';
import type { PdfFile } from '@countersign/pdf';
import { placeSignatureBoxes } from '@countersign/seal';
import type { PlacedBox, PrepareRequest } from '../pdf-toolkit.ts';

/** What preparing and previewing share: values into the form, boxes onto existing and new pages. Changes `file`. */
export async function applyRequest(file: PdfFile, request: PrepareRequest): Promise<readonly PlacedBox[]> {
  const { values, mode, boxes } = request;
  if (values.length > 0 || mode !== 'keepOriginal') await prefill(file, values, mode);
  const placed = await placeSignatureBoxes(file, boxes);
  return placed.map((box, index) => ({ ...box, id: boxes[index]?.id ?? String(index) }));
}
