import { completeAppearances, makeMissingAppearances } from '@countersign/forms';
import type { PdfFile } from '@countersign/pdf';
import type { PdfInput, SealReport, SealRequest } from '../pdf-toolkit.ts';
import type { TaskContext } from '../tasks.ts';
import { inspectFile } from './inspect.ts';
import { withPdf } from './open-input.ts';
import { refuseUnseenValues } from './rehearse.ts';
import { sealToFile } from './seal-to-file.ts';

/** A repaired file is rewritten first. Missing objects become null, so that they cannot be defined later. */
export function seal(
  input: PdfInput,
  output: string,
  request: SealRequest,
  context: TaskContext,
): Promise<SealReport> {
  return withPdf(input, async (file) => {
    file.defineMissing();
    const drawnAnnotations = await drawMissing(file);
    return { ...(await sealToFile({ file }, output, request, context)), drawnAnnotations };
  });
}

/** Earlier signatures would be reported as changed. */
async function drawMissing(file: PdfFile): Promise<number> {
  if (inspectFile(file).signed > 0) return 0;
  const { drawn, warnings } = await makeMissingAppearances(file);
  refuseUnseenValues({ warnings });
  return drawn + (await completeAppearances(file));
}
