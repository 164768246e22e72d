import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IdempotencyStore, IdempotentAnswer, IdempotentRequest } from '../ports/idempotency-store.ts';

interface Entry {
  readonly id: string;
  readonly claimId: string;
  readonly requestHash: string;
  readonly runsUntil: Date;
  readonly expiresAt: Date;
  readonly isCommitted: boolean;
  readonly answer: IdempotentAnswer | null;
}

const commitListener = new AsyncLocalStorage<() => void>();

/** Called by `MemoryDatabase` after each commit. */
export function recordCommit(): void {
  commitListener.getStore()?.();
}

export function createIdempotencyStoreMemory(): IdempotencyStore {
  const entries = new Map<string, Entry>();
  const findClaim = (claimId: string) => [...entries.values()].find((entry) => entry.claimId === claimId);
  return {
    async claim(request, { now, runsUntil, expiresAt }) {
      const id = idOf(request);
      const { requestHash } = request;
      const known = entries.get(id);
      if (known !== undefined && known.expiresAt > now) {
        if (known.requestHash !== requestHash) return { kind: 'other_request' };
        if (known.answer !== null) return { kind: 'answered', answer: known.answer };
        if (known.runsUntil > now) return { kind: 'in_progress' };
        if (known.isCommitted) return { kind: 'outcome_unknown' };
      }
      const claimId = randomUUID();
      entries.set(id, { id, claimId, requestHash, runsUntil, expiresAt, isCommitted: false, answer: null });
      return { kind: 'granted', claimId };
    },
    async isUsed(request, now) {
      const known = entries.get(idOf(request));
      return known !== undefined && known.expiresAt > now;
    },
    run(claimId, work) {
      const commit = () => {
        const entry = findClaim(claimId);
        if (entry !== undefined) entries.set(entry.id, { ...entry, isCommitted: true });
      };
      return commitListener.run(commit, work);
    },
    async complete(claimId, answer) {
      const entry = findClaim(claimId);
      if (entry !== undefined) entries.set(entry.id, { ...entry, answer });
    },
    async release(claimId) {
      const entry = findClaim(claimId);
      if (entry?.isCommitted) entries.set(entry.id, { ...entry, runsUntil: new Date(0) });
      else if (entry !== undefined) entries.delete(entry.id);
    },
    async removeExpired(now) {
      const expired = [...entries.values()].filter(({ expiresAt }) => expiresAt <= now);
      for (const { id } of expired) entries.delete(id);
      return expired.length;
    },
  };
}

function idOf({ userId, route, key }: Omit<IdempotentRequest, 'requestHash'>): string {
  return JSON.stringify([userId, route, key]);
}
