import { createHash } from 'node:crypto';
import { type FlattenReport, readFormFields } from '@countersign/forms';
import { endedEarly, openPdf, PdfError, type PdfFile } from '@countersign/pdf';
import { rehearseSeal } from '@countersign/seal';
import { ToolkitError } from '../errors.ts';
import type { PdfInput, RehearsalReport } from '../pdf-toolkit.ts';
import { applyRequest } from './apply-request.ts';
import { finishDocument } from './finish-document.ts';
import { withPdf } from './open-input.ts';
import { SAMPLE_BOX, SAMPLE_EVIDENCE, SAMPLE_SEAL } from './rehearsing/sample-requests.ts';
import { sampleStamps } from './rehearsing/sample-stamps.ts';
import { sampleValues } from './rehearsing/sample-values.ts';

/** Up to the digest of the seal; keeps nothing. Only appended bytes are held in memory. */
export function rehearse(input: PdfInput): Promise<RehearsalReport> {
  return withPdf(input, rehearseFile);
}

/** The open file is changed in memory. */
export async function rehearseFile(file: PdfFile): Promise<RehearsalReport> {
  const values = sampleValues(readFormFields(file));
  await applyRequest(file, { values, mode: 'all', boxes: [SAMPLE_BOX] }, { filledBy: 'service' });
  // As between `prepare` and `complete`, without the disk.
  const prepared = openPdf(file.save().toSource());
  const stamps = sampleStamps(prepared);
  const request = { values: [], stamps, evidence: SAMPLE_EVIDENCE, seal: SAMPLE_SEAL };
  const { file: finished, form } = await finishDocument(prepared, request, hashNothing);
  refuseUnseenValues(form);
  refuseEarlyEnds(prepared);
  rehearseSeal(finished, {
    reason: SAMPLE_SEAL.reason,
    name: SAMPLE_SEAL.reason,
    signedAt: new Date(SAMPLE_SEAL.signedAt),
    certify: true,
    placeholderBytes: PLACEHOLDER_BYTES,
  });
  return { stampedPages: stamps.length, flattenedFields: form.flattened.length };
}

/** MuPDF would show less of the page than the signing page does. */
function refuseEarlyEnds(file: PdfFile): void {
  for (const page of file.pages()) {
    if (!endedEarly(page)) continue;
    const number = page.index + 1;
    throw new PdfError('damaged', `The content of page ${number} has the word endstream`, { page: number });
  }
}

/** Digests are not kept, so the file is not read for them. */
const hashNothing = () => createHash('sha256');

/** For a certificate chain and a timestamp. */
const PLACEHOLDER_BYTES = 16 * 1024;

/** Flattening would lose a value without an appearance, and readers would draw it in a sealed form. */
export function refuseUnseenValues({ warnings }: Pick<FlattenReport, 'warnings'>): void {
  const unseen = warnings.find(({ code }) => code === 'value_not_shown');
  if (unseen === undefined) return;
  const { field = '', message } = unseen;
  throw new ToolkitError('text_not_drawable', `Field "${field}": ${message}`, { field });
}
