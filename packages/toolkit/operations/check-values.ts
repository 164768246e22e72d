import { checkFormValues } from '@countersign/forms';
import type { FieldValue, PdfInput } from '../pdf-toolkit.ts';
import { withPdf } from './open-input.ts';

/** Throws the fault that prefilling with these values would end with; changes nothing. */
export function checkValues(input: PdfInput, values: readonly FieldValue[]): Promise<void> {
  return withPdf(input, (file) => checkFormValues(file, values));
}
