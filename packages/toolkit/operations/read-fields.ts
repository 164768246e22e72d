import { type FormReading, readFormFields } from '@countersign/forms';
import type { FormField, PdfInput } from '../pdf-toolkit.ts';
import { withPdf } from './open-input.ts';

/** In page order [D2-07]. */
export function readFields(input: PdfInput, reading: FormReading = {}): Promise<readonly FormField[]> {
  return withPdf(input, (file) => readFormFields(file, reading));
}
