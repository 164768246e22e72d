import { type Decision, replaceSignee } from '../documents/decision.ts';
import type { DocumentState } from '../documents/document.ts';
import { signingAccess } from '../documents/signing-access.ts';
import type { ProofFact } from '../methods/signature.ts';
import type { CannotSignReason } from '../signing.ts';
import { proofKindOf } from './kinds.ts';
import type { Proof } from './proof.ts';
import { listNeededProofs } from './session-proofs.ts';

const STILL_SIGNABLE: readonly (CannotSignReason | undefined)[] = [undefined, 'preparing', 'not_your_turn'];

/** With the document, or reported if the signee or document has no use for it any more. Each proof once. */
export function keepSuccess(
  document: DocumentState,
  { kind, signeeId, proofId }: Pick<Proof, 'kind' | 'signeeId' | 'proofId'>,
  fact: ProofFact,
  now: Date,
  isUsable = true,
): Decision {
  const { settledProofs = [] } = document;
  if (settledProofs.includes(proofId)) return { document, entries: [], jobs: [] };
  const settled = { ...document, settledProofs: [...settledProofs, proofId] };
  const signee = document.signees.find((one) => one.signeeId === signeeId);
  const isUsed =
    isUsable &&
    signee !== undefined &&
    listNeededProofs(signee).includes(kind) &&
    STILL_SIGNABLE.includes(signingAccess(document, signee, now).reason);
  if (!isUsed) {
    const report = proofKindOf(kind).kept?.reportUnused(document, { signeeId, proofId }, fact.facts);
    return { document: settled, entries: [], jobs: [], ...report };
  }
  const keptProofs = [...(signee.keptProofs ?? []), fact];
  const signees = replaceSignee(document, signeeId, { keptProofs });
  return { document: { ...settled, signees }, entries: [], jobs: [] };
}
