import type { Hash } from 'node:crypto';
import { type FlattenReport, flattenForm, prefill } from '@countersign/forms';
import type { PdfFile } from '@countersign/pdf';
import { stampInk } from '@countersign/seal';
import type { CompleteRequest } from '../pdf-toolkit.ts';
import { addEvidence } from './add-evidence.ts';

/** A document that has only to be sealed. */
export interface FinishedDocument {
  /** To go on with; it may read from the file that was given, which must stay open. */
  readonly file: PdfFile;
  readonly form: FlattenReport;
  /** Where the bytes of `file` were read already: their SHA-256, to go on with. */
  readonly hashedSource?: Hash;
}

/** What completing and rehearsing it share: the last values, the form made page content, the ink, the evidence. */
export async function finishDocument(
  file: PdfFile,
  { values, stamps, evidence, seal }: CompleteRequest,
): Promise<FinishedDocument> {
  await prefill(file, values, 'keepOriginal');
  const form = await flattenForm(file);
  await stampInk(file, stamps);
  if (evidence === undefined) return { file, form };
  return { ...(await addEvidence(file, evidence, new Date(seal.signedAt))), form };
}
