import { type FlattenReport, readFormFields } from '@countersign/forms';
import { openPdf, type PdfFile } from '@countersign/pdf';
import { prepareSeal } from '@countersign/seal';
import { ToolkitError } from '../errors.ts';
import type { PdfInput, RehearsalReport } from '../pdf-toolkit.ts';
import { applyRequest } from './apply-request.ts';
import { finishDocument } from './finish-document.ts';
import { withPdf } from './open-input.ts';
import { SAMPLE_BOX, SAMPLE_EVIDENCE, SAMPLE_SEAL } from './rehearsing/sample-requests.ts';
import { sampleStamps } from './rehearsing/sample-stamps.ts';
import { sampleValues } from './rehearsing/sample-values.ts';

/**
 * Takes a file through what it will be taken through when it is signed, with the same code, and keeps nothing of it: a
 * value in every field, a new page, the form made page content, ink on the pages, evidence, the seal up to its digest.
 * Only what would be appended is held in memory.
 */
export function rehearse(input: PdfInput): Promise<RehearsalReport> {
  return withPdf(input, rehearseFile);
}

/** As `rehearse`, on an open file; it is changed in memory. */
export async function rehearseFile(file: PdfFile): Promise<RehearsalReport> {
  const values = sampleValues(readFormFields(file));
  await applyRequest(file, { values, mode: 'all', boxes: [SAMPLE_BOX] }, { filledBy: 'service' });
  // As between preparing and completing, but for the disk.
  const prepared = openPdf(file.save().toSource());
  const stamps = sampleStamps(prepared);
  const request = { values: [], stamps, evidence: SAMPLE_EVIDENCE, seal: SAMPLE_SEAL };
  const { file: finished, form } = await finishDocument(prepared, request);
  refuseUnseenValues(form);
  prepareSeal(finished, {
    reason: SAMPLE_SEAL.reason,
    name: SAMPLE_SEAL.reason,
    signedAt: new Date(SAMPLE_SEAL.signedAt),
    placeholderBytes: PLACEHOLDER_BYTES,
  });
  return { stampedPages: stamps.length, flattenedFields: form.flattened.length };
}

/** Nothing is signed; room for a chain of certificates and a timestamp. */
const PLACEHOLDER_BYTES = 16 * 1024;

/** A value that was never drawn and cannot be would be gone from the page that everybody signs. */
function refuseUnseenValues({ warnings }: FlattenReport): void {
  const unseen = warnings.find(({ code }) => code === 'value_not_shown');
  if (unseen === undefined) return;
  const { field = '', message } = unseen;
  throw new ToolkitError('text_not_drawable', `Field "${field}": ${message}`, { field });
}
