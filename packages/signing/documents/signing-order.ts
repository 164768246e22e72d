import type { DocumentState, Signee } from './document.ts';

/** Those of the lowest order that have not signed. Without signing order all have order 1 [4.4-12]. */
export function signeesInTurn(signees: readonly Signee[]): readonly Signee[] {
  const waiting = signees.filter((signee) => signee.signature === null);
  const lowest = Math.min(...waiting.map((signee) => signee.signingOrder));
  return waiting.filter((signee) => signee.signingOrder === lowest);
}

export function isInTurn(document: DocumentState, signee: Signee): boolean {
  return signeesInTurn(document.signees).some((candidate) => candidate.signeeId === signee.signeeId);
}

export function isFullySigned({ signees }: Pick<DocumentState, 'signees'>): boolean {
  return signees.every((signee) => signee.signature !== null);
}

/** Whose turn came with the change. */
export function signeesToInvite(before: readonly Signee[], after: readonly Signee[]): readonly Signee[] {
  const known = new Set(signeesInTurn(before).map((signee) => signee.signeeId));
  return signeesInTurn(after).filter(
    (signee) => !known.has(signee.signeeId) && !signee.disableInvitationMessage && signee.invitedAt === null,
  );
}
