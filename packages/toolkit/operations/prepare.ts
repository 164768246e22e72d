import type { PdfInput, PrepareReport, PrepareRequest } from '../pdf-toolkit.ts';
import { applyRequest } from './apply-request.ts';
import { withPdf } from './open-input.ts';
import { readFields } from './read-fields.ts';

export async function prepare(
  input: PdfInput,
  output: string,
  request: PrepareRequest,
): Promise<PrepareReport> {
  const report = await withPdf(input, async (file) => {
    const applied = await applyRequest(file, request);
    file.save().writeTo(output);
    return applied;
  });
  return { ...report, fields: await readFields(output) };
}
