import type { SigningDeps } from '../signing.ts';

/** A session counts for the codes of its link for as long as those are limited. */
const KEPT_MS = 86_400_000;

/** Removes signing sessions a day after they expired; resolves with how many. */
export function removeEndedSessions({ database, clock }: SigningDeps, limit: number): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  return database.transact(({ sessions }) => sessions.removeExpired(before, limit));
}

/** Removes proofs when their session expires: what they hold may be personal. Resolves with how many. */
export function removeEndedProofs({ database, clock }: SigningDeps, limit: number): Promise<number> {
  return database.transact(({ proofs }) => proofs.removeExpired(clock.now(), limit));
}
