import type { PdfFile } from '@countersign/pdf';
import { readFormFields } from './read-form-fields.ts';

/** Lists fields with a name and a value, in the order of `readFormFields`. */
export function readFieldValues(file: PdfFile): { name: string; value: string[] }[] {
  return readFormFields(file)
    .filter(({ name, value }) => name !== '' && value.length > 0)
    .map(({ name, value }) => ({ name, value: [...value] }));
}
