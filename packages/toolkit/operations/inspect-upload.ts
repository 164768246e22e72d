import { countFormFields } from '@countersign/forms';
import { inspect } from '@countersign/pdf';
import { stripActiveContent } from '@countersign/seal';
import type { PdfInput, UploadReport } from '../pdf-toolkit.ts';
import { withPdf } from './open-input.ts';

/** What an upload is, or why it is refused. Form fields are counted by the reader that lists them later. */
export function inspectUpload(input: PdfInput): Promise<UploadReport> {
  return withPdf(input, (file) => {
    const formFields = countFormFields(file);
    // Reading the fields may show that the file needs repair.
    const report = inspect(file);
    // Taken out of memory only: the file is closed as it was.
    const { removedContentCount: activeContent, hiddenLayers, hiddenAnnotations } = stripActiveContent(file);
    return { ...report, formFields, activeContent, hiddenLayers, hiddenAnnotations };
  });
}
