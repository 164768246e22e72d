import { checkFormValues } from '@countersign/forms';
import type { FieldValue, PdfInput } from '../pdf-toolkit.ts';
import { withPdf } from './open-input.ts';

/** Throws the fault that prefilling with these values would end with; changes nothing. Answers what may be kept of them. */
export function checkValues(input: PdfInput, values: readonly FieldValue[]): Promise<readonly FieldValue[]> {
  return withPdf(input, (file) => checkFormValues(file, values));
}
