import type { JobData } from '../jobs/job.ts';
import type { SigningDeps } from '../signing.ts';
import { pollProof } from './get-proof.ts';
import { planNextPoll } from './next-poll.ts';
import { isOutage } from './outage.ts';
import { statusOf } from './proof.ts';

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
