import type { Stores } from '../ports/database.ts';
import { isKept, isOpen, PROOF_KINDS, proofKindOf } from './kinds.ts';
import type { Proof } from './proof.ts';

/** `isBegun`: it has its first state. */
export async function listObsolete(
  { proofs }: Pick<Stores, 'proofs'>,
  proof: Proof,
  isBegun: boolean,
  now: Date,
): Promise<readonly Proof[]> {
  const { kind, field, status, sessionHash, documentId, signeeId } = proof;
  // Whichever browser made it.
  if (status === 'succeeded' && isKept(kind))
    return listOpen(await proofs.listForSignee(documentId, signeeId), proof, now);
  if (isBegun) return listReplaced(await proofs.listForSignee(documentId, signeeId), proof, now);
  // A face proves nothing about the document that is scanned next.
  if (status !== 'failed' || field !== null || !PROOF_KINDS.some(({ restsOn }) => restsOn === kind))
    return [];
  return (await proofs.listForSession(sessionHash)).filter(
    (one) =>
      proofKindOf(one.kind).restsOn === kind &&
      one.signeeId === signeeId &&
      (one.status === 'pending' || one.status === 'succeeded'),
  );
}

/** Of the same field, started before: only now, since a start that fails must not end what is open. */
export function listReplaced(known: readonly Proof[], proof: Proof, now: Date): readonly Proof[] {
  const own = known.filter(({ sessionHash }) => isKept(proof.kind) || sessionHash === proof.sessionHash);
  const index = own.findIndex(({ proofId }) => proofId === proof.proofId);
  return listOpen(own.slice(0, index), proof, now);
}

function listOpen(known: readonly Proof[], { kind, field, proofId }: Proof, now: Date): readonly Proof[] {
  return known.filter(
    (one) => one.kind === kind && one.field === field && one.proofId !== proofId && isOpen(one, now),
  );
}
