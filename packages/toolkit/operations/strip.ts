import { listStrayFields } from '@countersign/forms';
import { type ActiveContentOptions, strip } from '@countersign/seal';
import type { PdfInput, StripReport } from '../pdf-toolkit.ts';
import { withPdf } from './open-input.ts';

/**
 * Rewritten when something was removed, so that no byte of it is left behind, or was repaired; else written as it is. Fields
 * that only a far page shows are listed in the form, so that whoever reads it later finds them at no cost.
 */
export function stripTo(
  input: PdfInput,
  output: string,
  options: ActiveContentOptions = {},
): Promise<StripReport> {
  return withPdf(input, (file) => {
    const removed = strip(file, options);
    const listedFields = listStrayFields(file);
    // A rewrite makes null of references that lead nowhere.
    const missing = removed.changed ? 0 : file.defineMissing();
    const bytes = removed.changed ? file.rewrite() : file.save();
    bytes.writeTo(output);
    return { ...removed, changed: removed.changed || listedFields.length > 0 || missing > 0, listedFields };
  });
}
