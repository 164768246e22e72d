import { countFormFields, listStrayFields } from '@countersign/forms';
import { strip } from '@countersign/seal';
import type { PdfInput, UploadReport } from '../pdf-toolkit.ts';
import { inspectFile } from './inspect.ts';
import { withPdf } from './open-input.ts';
import { reportConformance } from './settle-claim.ts';

/** What an upload is and what of it acts, or why it is refused. */
export function inspectUpload(input: PdfInput): Promise<UploadReport> {
  return withPdf(input, (file) => {
    const report = inspectFile(file);
    const conformance = reportConformance(file);
    // In memory only: the file is closed as it was.
    const { changed, removedContentCount, hiddenLayers, unprintedLayers, hiddenAnnotations } = strip(file);
    const strayFields = listStrayFields(file).length;
    return {
      ...report,
      // Known only now: to strip is to walk through all pages, which finds counts that do not hold.
      pages: file.pageCount,
      repaired: file.repaired,
      formFields: strayFields > 0 ? countFormFields(file) : report.formFields,
      needsStripping: changed || strayFields > 0,
      activeContent: removedContentCount,
      hiddenLayers,
      unprintedLayers,
      hiddenAnnotations,
      conformance,
    };
  });
}
