import { requireCanSign } from '../documents/signing-access.ts';
import { SigningError } from '../errors.ts';
import type { Visitor } from '../sessions/find-session.ts';
import type { SigningDeps } from '../signing.ts';
import { proofKindOf } from './kinds.ts';
import type { Proof } from './proof.ts';
import { contextOf, findProofTarget, requireOwnProof } from './proof-target.ts';
import { type ProofView, viewProof } from './proof-view.ts';
import { changeProof, failProof } from './settle-proof.ts';

/** DELETE /proofs/{proofId}: gives up a proof, also one that succeeded: the signee may do it again before signing. */
export async function cancelProof(
  deps: SigningDeps,
  token: string,
  proofId: string,
  visitor: Visitor,
): Promise<ProofView> {
  const target = await findProofTarget(deps, token, visitor);
  const now = deps.clock.now();
  requireCanSign(target.document, target.signee, now);
  const found = requireOwnProof(await deps.database.read.proofs.find(proofId), target);
  if (found.status === 'succeeded' && proofKindOf(found.kind).isKept === true)
    throw new SigningError('proof_over', { status: found.status });
  const isOpen = found.status === 'pending' || found.status === 'succeeded';
  const cancelled = await changeProof(deps, found, (proof) =>
    proof.status === found.status && isOpen ? failProof(proof, 'cancelled', now) : null,
  );
  const { cancel, state } = proofKindOf(found.kind);
  if (isOpen && cancel !== undefined && found.state !== null)
    await cancel(await contextOf(deps, target, found, null), state.parse(found.state));
  if (isOpen) await cancelDependants(deps, found, now);
  return viewProof(cancelled, now);
}

/** A face that was compared with a document proves nothing about the one that is scanned next. */
async function cancelDependants(deps: SigningDeps, given: Proof, now: Date): Promise<void> {
  if (given.field !== null) return;
  const proofs = await deps.database.read.proofs.listForSession(given.sessionHash);
  const dependants = proofs.filter(
    ({ kind, signeeId }) => proofKindOf(kind).restsOn === given.kind && signeeId === given.signeeId,
  );
  for (const dependant of dependants)
    await changeProof(deps, dependant, (proof) =>
      proof.status === 'pending' || proof.status === 'succeeded' ? failProof(proof, 'superseded', now) : null,
    );
}
