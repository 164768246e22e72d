import { createHash } from 'node:crypto';

import type { FieldValue } from '@countersign/toolkit';
import {
  methodOf,
  partsOf,
  type ShownContent,
  type Signature,
  type SignatureLevel,
} from '../methods/methods.ts';
import type { ProofResult } from '../proofs/proof.ts';
import type { DocumentState, Signee } from './document.ts';
import { listOf } from './field-entries.ts';

/** A new page keeps the first name under the box: the stamp then says the new one. */
export function renameSignee(
  { preparedBlobId }: Pick<DocumentState, 'preparedBlobId'>,
  signee: Signee,
  fullName: string,
): Signee {
  if (fullName === signee.fullName) return signee;
  const isPrinted = preparedBlobId !== null && signee.signaturePlacement === 'new_page';
  const printedName = signee.printedName ?? signee.fullName;
  return { ...signee, fullName, ...(isPrinted ? { printedName } : {}) };
}

export function signatureLevelOf({ signature }: Pick<Signee, 'signature'>): SignatureLevel | null {
  return signature && levelOf(signature);
}

/** A sandbox does not identify. */
export function levelOf(signature: Signature): SignatureLevel {
  return partsOf(signature).identification?.isSandbox ? 'SES' : methodOf(signature.method).level;
}

/** Returns null until everybody has signed. */
export function documentSignatureLevel(signees: readonly Pick<Signee, 'signature'>[]): SignatureLevel | null {
  const levels = signees.flatMap(({ signature }) => (signature === null ? [] : levelOf(signature)));
  return levels.length === 0 || levels.length < signees.length ? null : lowestLevel(levels);
}

/** AES if all signatures are [4.4-37]. */
export function lowestLevel(levels: readonly SignatureLevel[]): SignatureLevel {
  return levels.every((level) => level === 'AES') ? 'AES' : 'SES';
}

/** What is signed by e-ID. */
export interface SignedContent {
  /** SHA-256 (hex) of the prepared PDF. */
  readonly fileSha256: string;
  /** SHA-256 (hex) of the document, the signee, the PDF, their values and what their checks gave. */
  readonly contentSha256: string;
}

export function hashSignedContent(
  { documentId }: Pick<DocumentState, 'documentId'>,
  fileSha256: string,
  { signeeId }: Pick<Signee, 'signeeId'>,
  values: readonly FieldValue[],
  checks: readonly Pick<ProofResult, 'values' | 'attachments' | 'images'>[],
): SignedContent {
  const given = checks.map(({ values, attachments, images = [] }) => [
    describeValues(values),
    attachments.map(({ name, sha256 }) => [name, sha256]),
    images.map(({ field, blobId }) => [field, blobId]),
  ]);
  // The values are sorted, so that their order does not change the hash.
  const sorted = given.map((one) => JSON.stringify(one)).sort();
  const content = JSON.stringify([documentId, signeeId, fileSha256, describeValues(values), sorted]);
  return { fileSha256, contentSha256: createHash('sha256').update(content).digest('hex') };
}

/** [D12-04] As anybody can work it out from `evidence.json` (docs/audit-chain.md). */
export function describeShown(fileSha256: string, values: readonly FieldValue[], salt: string): ShownContent {
  const given = values.map(({ name, value }) => ({ name, value: listOf(value) }));
  const valuesSha256 = createHash('sha256')
    .update(JSON.stringify({ salt, values: given }))
    .digest('hex');
  return { fileSha256, valuesSha256, salt };
}

/** SHA-256 (hex) of the PDF on the signing page. */
export function preparedHashOf({ documentId, preparedSha256 }: DocumentState): string {
  if (preparedSha256 === null) throw new TypeError(`document ${documentId} was not prepared`);
  return preparedSha256;
}

function describeValues(values: readonly FieldValue[]) {
  return values.map(({ name, value }) => [name, listOf(value)]);
}
