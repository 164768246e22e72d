import { readFormFields } from '@countersign/forms';
import { inspect } from '@countersign/pdf';
import type { PdfInput, UploadReport } from '../pdf-toolkit.ts';
import { withPdf } from './open-input.ts';

/** What an upload is, or why it is refused. Form fields are counted by the reader that lists them later. */
export function inspectUpload(input: PdfInput): Promise<UploadReport> {
  return withPdf(input, (file) => {
    const formFields = readFormFields(file).length;
    // Reading the fields may show that the file needs repair.
    return { ...inspect(file), formFields };
  });
}
