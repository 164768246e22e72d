import type { DocumentBody, ListedDocumentBody, SigneeBody } from '@countersign/api/bodies';
import type { DocumentGroup, DocumentStatus } from '@countersign/signing';

export const GROUPS: readonly DocumentGroup[] = ['waiting_for_me', 'waiting_for_others', 'done', 'ended'];

const OPEN: readonly DocumentStatus[] = ['created', 'processing', 'awaiting_signatures'];

function isOpen({ status }: Pick<DocumentBody, 'status'>): boolean {
  return OPEN.includes(status);
}

/** It is sealed then, or soon. */
function isFullySigned({ signeeDetails }: DocumentBody): boolean {
  return signeeDetails.every(({ signatureStatus }) => signatureStatus === 'signed');
}

/** [3-07] [3-08] [D12-02] */
export function canRevoke(document: DocumentBody): boolean {
  if (document.status === 'error' || document.sealing !== undefined) return true;
  return isOpen(document) && !isFullySigned(document);
}

/** [3-12] [3-13] */
export function canDelete({ status }: Pick<DocumentBody, 'status'>): boolean {
  return status === 'completed' || status === 'revoked';
}

/** The lowest order that has not signed. */
export function signeesInTurn({
  status,
  signeeDetails,
}: Pick<DocumentBody, 'status' | 'signeeDetails'>): readonly SigneeBody[] {
  if (status !== 'awaiting_signatures') return [];
  const waiting = signeeDetails.filter(({ signatureStatus }) => signatureStatus === 'awaiting_signature');
  const lowest = Math.min(...waiting.map(({ signingOrder }) => signingOrder));
  return waiting.filter(({ signingOrder }) => signingOrder === lowest);
}

/** Of the user who is looking. */
export function isOwn(
  { emailAddress }: Pick<SigneeBody, 'emailAddress'>,
  user: { readonly emailAddress: string },
): boolean {
  return emailAddress?.toLowerCase() === user.emailAddress.toLowerCase();
}

/** The name, or how they are reached. */
export function nameOf({
  fullName,
  emailAddress,
  phoneNumber,
}: Pick<SigneeBody, 'fullName' | 'emailAddress' | 'phoneNumber'>): string {
  return fullName || emailAddress || phoneNumber || '';
}

/** Every signee has signed, and the document is not sealed yet. */
export function isSealing({ status, progress }: Pick<ListedDocumentBody, 'status' | 'progress'>): boolean {
  return status === 'awaiting_signatures' && progress !== undefined && progress.signed === progress.signees;
}

export type Mood = 'good' | 'calm' | 'mark' | 'problem' | 'plain';

export function moodOf({ status, progress }: Pick<ListedDocumentBody, 'status' | 'progress'>): Mood {
  if (status === 'completed') return 'good';
  if (status === 'error') return 'problem';
  if (status === 'awaiting_signatures') return progress?.isWaitingForCaller === true ? 'mark' : 'calm';
  return 'plain';
}
