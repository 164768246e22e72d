import { adoptUnlistedFields } from '@countersign/forms';
import { type ActiveContentOptions, strip } from '@countersign/seal';
import type { PdfInput, StripReport } from '../pdf-toolkit.ts';
import { withPdf } from './open-input.ts';

/** After cleaning or repairing, so that no byte of what was removed is left. */
export function stripTo(
  input: PdfInput,
  output: string,
  options: ActiveContentOptions = {},
): Promise<StripReport> {
  return withPdf(input, (file) => {
    const removed = strip(file, options);
    const listedFields = adoptUnlistedFields(file);
    // A rewrite replaces dangling references by null.
    const missing = removed.changed ? 0 : file.defineMissing();
    const bytes = removed.changed ? file.rewrite() : file.save();
    bytes.writeTo(output);
    return { ...removed, changed: removed.changed || listedFields.length > 0 || missing > 0, listedFields };
  });
}
