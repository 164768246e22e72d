import { createHash } from 'node:crypto';
import type { ReadStores } from '../ports/database.ts';
import type { FieldValue } from '../ports/pdf-toolkit.ts';
import type { ProofResult } from '../proofs/proof.ts';
import { hashOf } from './check-seal-inputs.ts';
import type { DocumentState, Signee } from './document.ts';
import { listOf } from './field-entries.ts';

/** What a signee signs by e-ID. */
export interface SignedContent {
  /** SHA-256 (hex) of the prepared PDF. */
  readonly fileSha256: string;
  /** SHA-256 (hex) of the document, the signee, the PDF, the values that they entered and what their checks gave. */
  readonly contentSha256: string;
}

/** Reads no PDF: its hash is in the audit trail. */
export async function hashSignedContent(
  { audit }: Pick<ReadStores, 'audit'>,
  { documentId }: Pick<DocumentState, 'documentId'>,
  { signeeId }: Pick<Signee, 'signeeId'>,
  values: readonly FieldValue[],
  checks: readonly Pick<ProofResult, 'values' | 'attachments' | 'images'>[],
): Promise<SignedContent> {
  const trail = await audit.listFor({ kind: 'document', id: documentId });
  const fileSha256 = String(hashOf(trail, 'document.prepared') ?? '');
  const given = checks.map(({ values, attachments, images = [] }) => [
    describeValues(values),
    attachments.map(({ name, sha256 }) => [name, sha256]),
    images.map(({ field, blobId }) => [field, blobId]),
  ]);
  // In an order of their own, whichever came first.
  const sorted = given.map((one) => JSON.stringify(one)).sort();
  const content = JSON.stringify([documentId, signeeId, fileSha256, describeValues(values), sorted]);
  return { fileSha256, contentSha256: createHash('sha256').update(content).digest('hex') };
}

function describeValues(values: readonly FieldValue[]) {
  return values.map(({ name, value }) => [name, listOf(value)]);
}
