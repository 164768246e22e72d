import type { PdfFile } from '@countersign/pdf';
import { readForm } from './form.ts';

/** Returns the number of fields that `readFormFields` lists, without reading their values. */
export function countFormFields(file: PdfFile): number {
  return readForm(file).fields.length;
}
