import type { Hash } from 'node:crypto';
import { type FlattenReport, flattenForm, prefill } from '@countersign/forms';
import type { PdfFile } from '@countersign/pdf';
import { stampBoxes } from '@countersign/seal';
import type { AttachedFile, CompleteRequest, EvidenceRequest } from '../pdf-toolkit.ts';
import { addEvidence } from './add-evidence.ts';
import { attachFiles } from './attach-files.ts';
import { settleClaim } from './settle-claim.ts';

/** A document that has only to be sealed. */
export interface FinishedDocument {
  /** To go on with; it may read from the file that was given, which must stay open. */
  readonly file: PdfFile;
  readonly form: FlattenReport;
  /** Where the bytes of `file` were read already: their SHA-256, to go on with. */
  readonly hashedSource?: Hash;
}

/** What completing and rehearsing it share: the last values, the form made page content, the ink, attachments, the evidence. */
export async function finishDocument(
  file: PdfFile,
  { values, stamps, attachments = [], evidence, seal }: CompleteRequest,
): Promise<FinishedDocument> {
  settleClaim(file);
  // What the service has decided: it was checked when it was given.
  await prefill(file, values, 'keepOriginal', { filledBy: 'service' });
  const form = await flattenForm(file);
  await stampBoxes(file, stamps);
  refuseRecordName(attachments, evidence);
  attachFiles(file, attachments);
  if (evidence === undefined) return { file, form };
  return { ...(await addEvidence(file, evidence, new Date(seal.signedAt))), form };
}

/** Who checks the file reads the record by its name: nobody else's file may have it. */
function refuseRecordName(attachments: readonly AttachedFile[], evidence: EvidenceRequest | undefined): void {
  const recordName = evidence?.record.fileName;
  if (attachments.some(({ name }) => name === recordName))
    throw new TypeError(`an attachment has the name of the record, ${recordName}`);
}
