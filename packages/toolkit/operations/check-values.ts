import { checkFormValues, type FillOptions, prefill } from '@countersign/forms';
import type { PdfFile } from '@countersign/pdf';
import type { GivenValue, PdfInput, ValueCheck } from '../pdf-toolkit.ts';
import { withPdf } from './open-input.ts';

/** In memory. Throws the fault, or returns the warnings. */
export function checkValues(
  input: PdfInput,
  values: readonly GivenValue[],
  options: FillOptions,
): Promise<ValueCheck> {
  return withPdf(input, (file) => tryValues(file, values, options));
}

/** In memory; throws as `prefill`. */
export async function tryValues(
  file: PdfFile,
  values: readonly GivenValue[],
  options: FillOptions,
): Promise<ValueCheck> {
  if (values.length === 0) return { values: [], warnings: [] };
  const kept = checkFormValues(file, values, options);
  const { warnings } = await prefill(file, values, 'keepOriginal', options);
  return { values: kept, warnings };
}
