import type { CompleteReport, PdfInput, SealRequest } from '../pdf-toolkit.ts';
import type { TaskContext } from '../tasks.ts';
import { withPdf } from './open-input.ts';
import { sealToFile } from './seal-to-file.ts';

/** A repaired file is rewritten first. Missing objects become null, so that they cannot be defined later. */
export function seal(
  input: PdfInput,
  output: string,
  request: SealRequest,
  context: TaskContext,
): Promise<CompleteReport> {
  return withPdf(input, (file) => {
    file.defineMissing();
    return sealToFile({ file }, output, request, context);
  });
}
