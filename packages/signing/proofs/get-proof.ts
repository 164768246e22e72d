import { requireSignee } from '../documents/find-by-link.ts';
import type { Visitor } from '../sessions/find-session.ts';
import type { SigningDeps } from '../signing.ts';
import { isKept, proofKindOf } from './kinds.ts';
import { type Proof, statusOf } from './proof.ts';
import { contextOf, findProofTarget, requireOwnProof } from './proof-target.ts';
import { type ProofView, viewProof } from './proof-view.ts';
import { changeProof, expireProof, settleProof } from './settle-proof.ts';

/** GET /proofs/{proofId}: how it stands, as the provider says. */
export async function getProof(
  deps: SigningDeps,
  token: string,
  proofId: string,
  visitor: Visitor,
): Promise<ProofView> {
  const target = await findProofTarget(deps, token, visitor);
  const proof = requireOwnProof(await deps.database.read.proofs.find(proofId), target);
  return viewProof(await pollProof(deps, proof), deps.clock.now());
}

/** A provider reports that something happened: the state is fetched, as the report itself may be late or forged. */
export async function pollReportedProof(deps: SigningDeps, proofId: string): Promise<void> {
  const proof = UUID.test(proofId) ? await deps.database.read.proofs.find(proofId) : null;
  if (proof === null || proof.status === 'succeeded') return;
  // A payment counts also after the signee gave it up.
  if (proof.status === 'pending' || isKept(proof.kind)) await askProvider(deps, proof);
}

/** A provider may send anything. */
const UUID = /^[0-9a-f-]{36}$/;

export async function pollProof(deps: SigningDeps, found: Proof): Promise<Proof> {
  const now = deps.clock.now();
  if (found.status !== 'pending') return found;
  const isExpired = statusOf(found, now) === 'expired';
  // What was paid at the last moment counts.
  const polled = isExpired && !isKept(found.kind) ? found : await pollWhenDue(deps, found, now);
  if (!isExpired || polled.status !== 'pending') return polled;
  return changeProof(deps, polled, (proof) => (proof.status === 'pending' ? expireProof(proof, now) : null));
}

async function pollWhenDue(deps: SigningDeps, found: Proof, now: Date): Promise<Proof> {
  const { poll } = proofKindOf(found.kind);
  if (poll === undefined || found.state === null) return found;
  const isDue = ({ polledAt }: Proof) =>
    polledAt === null || polledAt.getTime() + poll.seconds * 1000 <= now.getTime();
  if (!isDue(found)) return found;
  let isClaimed = false;
  const claimed = await changeProof(deps, found, (proof) => {
    if (proof.status !== 'pending' || !isDue(proof)) return null;
    isClaimed = true;
    return { proof: { ...proof, polledAt: now }, entries: [] };
  });
  return isClaimed ? askProvider(deps, claimed) : claimed;
}

async function askProvider(deps: SigningDeps, proof: Proof): Promise<Proof> {
  const { poll, state } = proofKindOf(proof.kind);
  const document = await deps.database.read.documents.find(proof.documentId);
  if (poll === undefined || proof.state === null || document === null) return proof;
  const target = { document, signee: requireSignee(document, proof.signeeId) };
  const context = await contextOf(deps, target, proof, null);
  return settleProof(context, proof, await poll.run(context, state.parse(proof.state)));
}
