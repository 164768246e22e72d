import type { PdfInput, PrepareReport, PrepareRequest } from '../pdf-toolkit.ts';
import { applyRequest } from './apply-request.ts';
import { withPdf } from './open-input.ts';

export function preview(input: PdfInput, output: string, request: PrepareRequest): Promise<PrepareReport> {
  return withPdf(input, async (file) => {
    const report = await applyRequest(file, request, { outlines: true });
    file.save().writeTo(output);
    return report;
  });
}
