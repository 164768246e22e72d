import type { PdfFile } from '@countersign/pdf';
import { readForm } from './form.ts';

/** How many fields `readFormFields` lists. Reads their names, types and places, not what they hold. */
export function countFormFields(file: PdfFile): number {
  return readForm(file).fields.length;
}
