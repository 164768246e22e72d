import type { Hash } from 'node:crypto';
import { type FlattenReport, flattenForm, prefill } from '@countersign/forms';
import type { PdfFile } from '@countersign/pdf';
import { stampBoxes } from '@countersign/seal';
import type { AttachedFile, CompleteRequest, EvidenceRequest } from '../pdf-toolkit.ts';
import { addEvidence, type HashContent, hashAll } from './add-evidence.ts';
import { attachFiles } from './attach-files.ts';
import { updatePdfaClaim } from './update-pdfa-claim.ts';

/** Ready to be sealed. */
export interface FinishedDocument {
  /** May read from the given file, which must stay open. */
  readonly file: PdfFile;
  readonly form: FlattenReport;
  /** SHA-256 of `file`, if it was read already. */
  readonly hashedSource?: Hash;
}

/** For `complete` and `rehearse`: values, flattening, ink, attachments, evidence. */
export async function finishDocument(
  file: PdfFile,
  { values, stamps, attachments = [], evidence, seal }: CompleteRequest,
  hashContent: HashContent = hashAll,
): Promise<FinishedDocument> {
  updatePdfaClaim(file);
  // The values were checked when they were given.
  await prefill(file, values, 'keepOriginal', { filledBy: 'service' });
  const form = await flattenForm(file);
  await stampBoxes(file, stamps);
  refuseRecordName(attachments, evidence);
  attachFiles(file, attachments);
  if (evidence === undefined) return { file, form };
  return { ...(await addEvidence(file, evidence, new Date(seal.signedAt), hashContent)), form };
}

/** Verification finds the record by its name. */
function refuseRecordName(attachments: readonly AttachedFile[], evidence: EvidenceRequest | undefined): void {
  const recordName = evidence?.record.fileName;
  if (attachments.some(({ name }) => name === recordName))
    throw new TypeError(`an attachment has the name of the record, ${recordName}`);
}
