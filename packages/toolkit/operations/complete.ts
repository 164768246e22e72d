import type { CompleteReport, CompleteRequest, PdfInput } from '../pdf-toolkit.ts';
import type { TaskContext } from '../tasks.ts';
import { finishDocument } from './finish-document.ts';
import { withPdf } from './open-input.ts';
import { sealToFile } from './seal-to-file.ts';

export function complete(
  input: PdfInput,
  output: string,
  request: CompleteRequest,
  context: TaskContext,
): Promise<CompleteReport> {
  return withPdf(input, async (file) => {
    const finished = await finishDocument(file, request);
    return sealToFile(finished, output, request.seal, context);
  });
}
