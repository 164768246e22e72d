import { countFormFields, listStrayFields } from '@countersign/forms';
import type { PdfFile } from '@countersign/pdf';
import { strip } from '@countersign/seal';
import type { PdfInput, StripReport, UploadReport } from '../pdf-toolkit.ts';
import { inspectFile } from './inspect.ts';
import { withPdf } from './open-input.ts';
import { reportConformance } from './settle-claim.ts';

/** What an upload is and what of it acts, or why it is refused. */
export function inspectUpload(input: PdfInput): Promise<UploadReport> {
  // In memory only: the file is closed as it was.
  return withPdf(input, (file) => stripUpload(file).upload);
}

/** An upload that was stripped in memory. */
export interface StrippedUpload {
  readonly upload: UploadReport;
  readonly strip: StripReport;
  /** Something was removed, more than fields listed. */
  readonly isCleaned: boolean;
}

/** Says what an open file is and strips it, in memory. */
export function stripUpload(file: PdfFile): StrippedUpload {
  const report = inspectFile(file);
  const conformance = reportConformance(file);
  const removed = strip(file);
  const listedFields = listStrayFields(file);
  // A rewrite makes null of references that lead nowhere.
  const missing = removed.changed ? 0 : file.defineMissing();
  const changed = removed.changed || listedFields.length > 0 || missing > 0;
  const upload = {
    ...report,
    // Known only now: to strip is to walk through all pages, which finds counts that do not hold.
    pages: file.pageCount,
    repaired: file.repaired,
    formFields: listedFields.length > 0 ? countFormFields(file) : report.formFields,
    needsStripping: changed,
    activeContent: removed.removedContentCount,
    hiddenLayers: removed.hiddenLayers,
    unprintedLayers: removed.unprintedLayers,
    hiddenAnnotations: removed.hiddenAnnotations,
    conformance,
  };
  return { upload, strip: { ...removed, changed, listedFields }, isCleaned: removed.changed };
}
