import { checkFormValues, type FillOptions, prefill } from '@countersign/forms';
import type { GivenValue, PdfInput, ValueCheck } from '../pdf-toolkit.ts';
import { withPdf } from './open-input.ts';

/** Prefills in memory. Throws the fault, or returns the warnings. */
export function checkValues(
  input: PdfInput,
  values: readonly GivenValue[],
  options: FillOptions,
): Promise<ValueCheck> {
  return withPdf(input, async (file) => {
    const kept = checkFormValues(file, values, options);
    const { warnings } = await prefill(file, values, 'keepOriginal', options);
    return { values: kept, warnings };
  });
}
