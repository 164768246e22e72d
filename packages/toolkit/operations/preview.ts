import { drawBoxOutlines } from '@countersign/seal';
import type { PdfInput, PrepareReport, PrepareRequest } from '../pdf-toolkit.ts';
import { applyRequest } from './apply-request.ts';
import { withPdf } from './open-input.ts';

export function preview(input: PdfInput, output: string, request: PrepareRequest): Promise<PrepareReport> {
  return withPdf(input, async (file) => {
    const report = await applyRequest(file, request);
    await drawBoxOutlines(file, report.boxes);
    file.save().writeTo(output);
    return report;
  });
}
