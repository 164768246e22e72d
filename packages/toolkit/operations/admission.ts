import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import {
  adoptUnlistedFields,
  completeAppearances,
  countFormFields,
  keepDateFormats,
  redrawDifferingFields,
} from '@countersign/forms';
import { PdfError, type PdfFile } from '@countersign/pdf';
import { findHiddenText } from '@countersign/pdf/text';
import { reencodeImage, strip } from '@countersign/seal';
import { type VerificationReport, verifyFile } from '@countersign/verify';
import type {
  AdmissionReport,
  CleanedAttachment,
  RewriteReport,
  StripReport,
  UploadReport,
} from '../reports.ts';
import type { CopyArgs, ReadArgs, StripArgs, WriteArgs } from '../requests.ts';
import { reportConformance } from './conformance.ts';
import { inspectFile, withPdf } from './reading.ts';
import { rehearse } from './rehearsal.ts';

export function inspectUpload({ input }: ReadArgs): Promise<UploadReport> {
  // The stripped file stays in memory.
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
  if (report.formFields > 0) keepDateFormats(file);
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

/** Admits an upload in one task. Writes `output` only if the file cannot be kept as it is. */
export async function admit({ input, output }: CopyArgs): Promise<AdmissionReport> {
  const { upload, strip } = await inspectAndStrip({ input, output });
  const admitted = strip === null ? input : output;
  const { stampedPages, flattenedFields } = await rehearse(admitted);
  const hiddenTextPages = await withPdf(admitted, findHiddenText);
  return { upload, strip, rehearsal: { stampedPages, flattenedFields }, hiddenTextPages };
}

function inspectAndStrip({
  input,
  output,
}: CopyArgs): Promise<{ readonly upload: UploadReport; readonly strip: StripReport | null }> {
  return withPdf(input, async (file) => {
    const { upload, strip, isCleaned } = await stripUpload(file);
    // A repaired file is stored, or every later step would have to repair it again; an encrypted one cannot be sealed.
    if (!upload.needsStripping && !upload.repaired && !upload.encrypted) return { upload, strip: null };
    // A rewrite leaves no byte of what was removed.
    (isCleaned ? file.rewrite() : file.save()).writeTo(output);
    return { upload, strip };
  });
}

/** The file is written anew if it was cleaned or repaired, so that no byte of what was removed is left. */
export function stripTo({ input, output, keepAttachments = false }: StripArgs): Promise<StripReport> {
  return withPdf(input, (file) => {
    const removed = strip(file, { keepAttachments });
    const listedFields = adoptUnlistedFields(file);
    // A rewrite replaces dangling references by null.
    const missing = removed.changed ? 0 : file.defineMissing();
    const bytes = removed.changed ? file.rewrite() : file.save();
    bytes.writeTo(output);
    return { ...removed, changed: removed.changed || listedFields.length > 0 || missing > 0, listedFields };
  });
}

export function rewrite({ input, output }: WriteArgs): Promise<RewriteReport> {
  return withPdf(input, (file) => {
    const bytes = file.rewrite();
    bytes.writeTo(output);
    return { pages: file.pageCount, size: bytes.size };
  });
}

/** Readers find the header of a PDF within them (ISO 32000-1, annex H). */
const HEADER_BYTES = 1024;

/** Judges by content: a PDF loses what an upload loses; an image is encoded anew. */
export async function cleanAttachment({ input, output }: CopyArgs): Promise<CleanedAttachment> {
  if (readStart(input).includes('%PDF-')) {
    await stripTo({ input, output });
    return { mimeType: 'application/pdf' };
  }
  const { bytes, mimeType } = await reencodeImage(readFileSync(input));
  writeFileSync(output, bytes);
  return { mimeType };
}

function readStart(path: string): string {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(HEADER_BYTES);
    return start.subarray(0, readSync(file, start, 0, HEADER_BYTES, 0)).toString('latin1');
  } finally {
    closeSync(file);
  }
}

export async function verify({ input }: ReadArgs): Promise<VerificationReport> {
  return verifyFile(input);
}
