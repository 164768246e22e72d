import { requireCanSign } from '../documents/signing-access.ts';
import { SigningError } from '../errors.ts';
import type { Visitor } from '../sessions/find-session.ts';
import type { SigningDeps } from '../signing.ts';
import { isKept, proofKindOf } from './kinds.ts';
import { contextOf, findProofTarget, requireOwnProof } from './proof-target.ts';
import { type ProofView, viewProof } from './proof-view.ts';
import { changeProof, failProof } from './settle-proof.ts';

/** Also one that succeeded: the signee may do it again. */
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
  if (found.status === 'succeeded' && isKept(found.kind))
    throw new SigningError('proof_over', { status: found.status });
  const isOpen = found.status === 'pending' || found.status === 'succeeded';
  const cancelled = await changeProof(deps, found, (proof) =>
    proof.status === found.status && isOpen ? failProof(proof, 'cancelled', now) : null,
  );
  const { cancel, state } = proofKindOf(found.kind);
  if (isOpen && cancel !== undefined && found.state !== null)
    await cancel(await contextOf(deps, target, found, null), state.parse(found.state));
  return viewProof(cancelled, now);
}
