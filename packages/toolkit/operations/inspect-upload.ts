import {
  adoptUnlistedFields,
  completeAppearances,
  countFormFields,
  redrawDifferingFields,
} from '@countersign/forms';
import { PdfError, type PdfFile } from '@countersign/pdf';
import { strip } from '@countersign/seal';
import type { PdfInput, StripReport, UploadReport } from '../pdf-toolkit.ts';
import { inspectFile } from './inspect.ts';
import { withPdf } from './open-input.ts';
import { reportConformance } from './update-pdfa-claim.ts';

export function inspectUpload(input: PdfInput): Promise<UploadReport> {
  // In memory only.
  return withPdf(input, async (file) => (await stripUpload(file)).upload);
}

export interface StrippedUpload {
  readonly upload: UploadReport;
  readonly strip: StripReport;
  readonly isCleaned: boolean;
}

export async function stripUpload(file: PdfFile): Promise<StrippedUpload> {
  const report = inspectFile(file);
  const conformance = reportConformance(file);
  const removed = strip(file);
  const listedFields = adoptUnlistedFields(file);
  refuseMismatched(file);
  const redrawnFields = await redrawDifferingFields(file);
  const drawnAnnotations = await completeAppearances(file);
  const missing = removed.changed ? 0 : file.defineMissing();
  const drawn = redrawnFields.length + drawnAnnotations;
  const changed = removed.changed || listedFields.length > 0 || drawn > 0 || missing > 0;
  const upload = {
    ...report,
    // Known only now: stripping finds wrong counts.
    pages: file.pageCount,
    repaired: file.repaired,
    formFields: listedFields.length > 0 ? countFormFields(file) : report.formFields,
    needsStripping: changed,
    activeContent: removed.removedContentCount,
    hiddenLayers: removed.hiddenLayers,
    unprintedLayers: removed.unprintedLayers,
    hiddenAnnotations: removed.hiddenAnnotations,
    redrawnFields: redrawnFields.length,
    drawnAnnotations,
    conformance,
  };
  return { upload, strip: { ...removed, changed, listedFields }, isCleaned: removed.changed };
}

/** Some readers show such an object and others nothing, so the sealed file would not be what was shown. */
function refuseMismatched(file: PdfFile): void {
  const mismatched = file.findMismatchedReference();
  if (mismatched === undefined) return;
  const { objectNumber, generationNumber } = mismatched;
  const reference = `${objectNumber} ${generationNumber} R`;
  const { generationNumber: actual } = file.refTo(objectNumber);
  const message = `The reference ${reference} names an object whose generation is ${actual}`;
  throw new PdfError('damaged', message, { reference });
}
