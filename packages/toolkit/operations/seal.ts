import type { CompleteReport, PdfInput, SealRequest } from '../pdf-toolkit.ts';
import type { TaskContext } from '../tasks.ts';
import { withPdf } from './open-input.ts';
import { sealToFile } from './seal-to-file.ts';

/**
 * Seals the document as it is: what was there stays, byte for byte, and the seal is appended. A repaired file is rewritten
 * first. Objects that are missing become null, so that nobody defines them behind the seal.
 */
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
