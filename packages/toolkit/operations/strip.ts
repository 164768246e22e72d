import { type ActiveContentOptions, strip } from '@countersign/seal';
import type { PdfInput, StripReport } from '../pdf-toolkit.ts';
import { withPdf } from './open-input.ts';

/** Rewritten when something was removed, so that no byte of it is left behind, or was repaired; else written as it is. */
export function stripTo(
  input: PdfInput,
  output: string,
  options: ActiveContentOptions = {},
): Promise<StripReport> {
  return withPdf(input, (file) => {
    const report = strip(file, options);
    const bytes = report.changed ? file.rewrite() : file.save();
    bytes.writeTo(output);
    return report;
  });
}
