import { DAY_MS } from '@countersign/identity/durations';
import type { ProofFacts } from '../proofs/proof.ts';
import type { SigningDeps } from '../signing.ts';

/** A day after they expired, as they count for the codes of their links. */
export function removeEndedSessions({ database, clock }: SigningDeps, limit: number): Promise<number> {
  const before = new Date(clock.now().getTime() - DAY_MS);
  return database.transact(({ sessions }) => sessions.removeExpired(before, limit));
}

/**
 * Their content, which may be personal, with their session; the rest once it no longer counts for the limits
 * of a day.
 */
export function removeEndedProofs({ database, clock }: SigningDeps, limit: number): Promise<number> {
  const now = clock.now();
  return database.transact(async ({ proofs }) => {
    const ended = await proofs.lockExpired(now, limit);
    for (const proof of ended) {
      const removeAt = new Date(proof.createdAt.getTime() + DAY_MS);
      if (removeAt > now) await proofs.removeContent({ ...endedFacts(proof), removeAt });
      else await proofs.remove(proof.proofId);
    }
    return ended.length;
  });
}

function endedFacts({ blobIds: _, receivedBytes: __, handover: ___, ...facts }: ProofFacts): ProofFacts {
  return { ...facts, status: facts.status === 'pending' ? 'expired' : facts.status };
}
