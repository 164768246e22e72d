import { uuid } from '../configuration/text.ts';
import type { SigningDeps } from '../deps.ts';
import { SigningError } from '../errors.ts';
import type { JobData } from '../jobs/job.ts';
import type { Visitor } from '../sessions/find-session.ts';
import { contextOf, findProofTarget, isOutage, requireOwnProof } from './define-proof.ts';
import { isKept, planNextPoll, proofKindOf, viewProof } from './kinds.ts';
import { type Proof, type ProofView, statusOf } from './proof.ts';
import { changeProof, expireProof, settleProof } from './settle-proof.ts';

/** Returns the state that the provider reports. */
async function getProof(
  deps: SigningDeps,
  token: string,
  proofId: string,
  visitor: Visitor,
): Promise<ProofView> {
  const target = await findProofTarget(deps, token, visitor);
  const proof = requireOwnProof(await deps.database.read.proofs.find(proofId), target);
  return viewProof(await pollProof(deps, proof), deps.clock.now());
}

/** The state is fetched, as the report itself may be late or forged. */
export async function pollReportedProof(deps: SigningDeps, proofId: string): Promise<void> {
  // A provider may send anything.
  const proof = uuid.safeParse(proofId).success ? await deps.database.read.proofs.find(proofId) : null;
  if (proof === null || proof.status === 'succeeded') return;
  // A payment counts also after the signee gave it up.
  if (proof.status !== 'pending' && !isKept(proof.kind)) return;
  try {
    await askProvider(deps, proof);
  } catch (error) {
    // It ended meanwhile; a job looks up what became of a checkout.
    if (!(error instanceof SigningError) || error.code !== 'proof_not_found') throw error;
  }
}

export async function pollProof(deps: SigningDeps, found: Proof): Promise<Proof> {
  const now = deps.clock.now();
  if (found.status !== 'pending') return found;
  const isExpired = statusOf(found, now) === 'expired';
  const polled = isExpired && !isPolledWhenExpired(found) ? found : await pollWhenDue(deps, found, now);
  if (!isExpired || polled.status !== 'pending') return polled;
  return changeProof(deps, polled, (proof) => (proof.status === 'pending' ? expireProof(proof, now) : null));
}

/** What was paid at the last moment counts. */
function isPolledWhenExpired({ kind, state }: Proof): boolean {
  const { state: schema, poll } = proofKindOf(kind);
  return isKept(kind) || (state !== null && poll?.isWatched?.(schema.parse(state)) === true);
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
  const signee = document?.signees.find(({ signeeId }) => signeeId === proof.signeeId);
  if (poll === undefined || proof.state === null || document === null || signee === undefined) return proof;
  const context = await contextOf(deps, { document, signee }, proof, null);
  const outcome = await poll.run(context, state.parse(proof.state));
  const settled = await settleProof(context, proof, outcome);
  if (outcome.kind === 'succeeded') await removeRepeated(deps, settled, outcome.state);
  return settled;
}

/** The report, the page and a job may ask at the same time. */
async function removeRepeated(
  deps: SigningDeps,
  { kind, blobIds = [] }: Proof,
  state: unknown,
): Promise<void> {
  const stored = proofKindOf(kind).listBlobs?.(state) ?? [];
  for (const blobId of stored) if (!blobIds.includes(blobId)) await deps.blobs.remove(blobId);
}

/** Comes again later; the last time when the proof expires. */
export async function watchProof(
  deps: SigningDeps,
  { proofId, round }: JobData['watch-proof'],
): Promise<void> {
  const proof = await deps.database.read.proofs.find(proofId);
  if (proof === null) return;
  const wasOver = statusOf(proof, deps.clock.now()) !== 'pending';
  const polled = await pollProof(deps, proof).catch((error: unknown) => {
    if (isOutage(error)) return proof;
    throw error;
  });
  const next = wasOver ? null : planNextPoll(polled, round + 1);
  if (next === null) return;
  const document = await deps.database.read.documents.find(proof.documentId);
  if (document === null) return;
  const { accountId } = document;
  await deps.database.transact(({ jobs }) => jobs.enqueue(next.job, { ...next, accountId }));
}

export const proofOperations = { get: getProof, pollReported: pollReportedProof };
