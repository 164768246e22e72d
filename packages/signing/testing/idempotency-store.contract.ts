import { randomUUID } from 'node:crypto';
import { BUILT_AT } from '@countersign/identity/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdempotencyStore, IdempotentRequest } from '../ports/idempotency-store.ts';

export interface IdempotencyStoreHarness {
  readonly store: IdempotencyStore;
  /** In the database of the store. */
  commit(): Promise<void>;
  close(): Promise<void>;
}

const SECOND_MS = 1000;
const RUN_SECONDS = 600;
const KEEP_SECONDS = 86_400;
const ANSWER = { status: 201, headers: { etag: '"1"' }, body: '{"name":"Avtal 契約","secret":"whsec-once"}' };

const at = (seconds: number) => new Date(BUILT_AT.getTime() + seconds * SECOND_MS);

function timesAt(seconds: number) {
  return { now: at(seconds), runsUntil: at(seconds + RUN_SECONDS), expiresAt: at(seconds + KEEP_SECONDS) };
}

function buildRequest(changes: Partial<IdempotentRequest> = {}): IdempotentRequest {
  return {
    userId: randomUUID(),
    route: 'POST /v1/docs',
    key: randomUUID(),
    requestHash: 'ab'.repeat(32),
    ...changes,
  };
}

export function idempotencyStoreContract(open: () => Promise<IdempotencyStoreHarness>): void {
  describe('IdempotencyStore contract', () => {
    let store: IdempotencyStore;
    let harness: IdempotencyStoreHarness;
    beforeAll(async () => {
      harness = await open();
      store = harness.store;
    });
    afterAll(() => harness.close());

    async function grant(request: IdempotentRequest, seconds = 0): Promise<string> {
      const claim = await store.claim(request, timesAt(seconds));
      if (claim.kind !== 'granted') throw new Error(`the claim is ${claim.kind}`);
      return claim.claimId;
    }

    it('grants a key once, and gives the answer back to later claims', async () => {
      const request = buildRequest();
      const claimId = await grant(request);
      expect(await store.claim(request, timesAt(1))).toEqual({ kind: 'in_progress' });
      await store.complete(claimId, ANSWER);
      const later = await store.claim(request, timesAt(KEEP_SECONDS - 1));
      expect(later).toEqual({ kind: 'answered', answer: ANSWER });
    });

    it('says whether a key was used, whatever the request was, until it is free or forgotten', async () => {
      const { requestHash, ...key } = buildRequest();
      const isUsedAt = (seconds: number) => store.isUsed(key, timesAt(seconds).now);
      expect(await isUsedAt(0)).toBe(false);
      await store.release(await grant({ ...key, requestHash }));
      expect(await isUsedAt(0)).toBe(false);
      const claimId = await grant({ ...key, requestHash });
      expect(await isUsedAt(0)).toBe(true);
      await store.complete(claimId, ANSWER);
      expect(await isUsedAt(KEEP_SECONDS - 1)).toBe(true);
      expect(await isUsedAt(KEEP_SECONDS)).toBe(false);
    });

    it('grants a key to one of many callers at the same moment', async () => {
      const request = buildRequest();
      const claims = await Promise.all(Array.from({ length: 20 }, () => store.claim(request, timesAt(0))));
      expect(claims.filter(({ kind }) => kind === 'granted')).toHaveLength(1);
      expect(claims.filter(({ kind }) => kind === 'in_progress')).toHaveLength(19);
    });

    it('tells another request with the key, running or answered', async () => {
      const request = buildRequest();
      const other = { ...request, requestHash: 'cd'.repeat(32) };
      const claimId = await grant(request);
      expect(await store.claim(other, timesAt(1))).toEqual({ kind: 'other_request' });
      await store.complete(claimId, ANSWER);
      expect(await store.claim(other, timesAt(1))).toEqual({ kind: 'other_request' });
    });

    it('keeps users and routes apart', async () => {
      const request = buildRequest();
      await grant(request);
      await expect(grant({ ...request, userId: randomUUID() })).resolves.toBeTruthy();
      await expect(grant({ ...request, route: 'POST /v1/webhooks' })).resolves.toBeTruthy();
    });

    it('grants a released key again, to any request', async () => {
      const request = buildRequest();
      await store.release(await grant(request));
      await expect(grant({ ...request, requestHash: 'cd'.repeat(32) }, 1)).resolves.toBeTruthy();
    });

    it('grants a key again when its claim has lasted too long, and ignores the answer of the first', async () => {
      const request = buildRequest();
      const first = await grant(request);
      const second = await grant(request, RUN_SECONDS);
      await store.complete(first, { ...ANSWER, body: '"first"' });
      await store.release(first);
      expect(await store.claim(request, timesAt(RUN_SECONDS + 1))).toEqual({ kind: 'in_progress' });
      await store.complete(second, ANSWER);
      expect(await store.claim(request, timesAt(RUN_SECONDS + 1))).toMatchObject({ kind: 'answered' });
    });

    it('never grants a key again whose work was committed without an answer', async () => {
      const [failed, crashed] = [buildRequest(), buildRequest()];
      const claimId = await grant(failed);
      await store.run(claimId, () => harness.commit());
      expect(await store.claim(failed, timesAt(1))).toEqual({ kind: 'in_progress' });
      await store.release(claimId);
      await store.run(await grant(crashed), () => harness.commit());
      for (const request of [failed, crashed]) {
        for (const seconds of [RUN_SECONDS, KEEP_SECONDS - 1]) {
          expect(await store.claim(request, timesAt(seconds))).toEqual({ kind: 'outcome_unknown' });
        }
        expect(await store.claim(request, timesAt(KEEP_SECONDS))).toMatchObject({ kind: 'granted' });
      }
    });

    it('frees a key whose work was rolled back, or committed nothing', async () => {
      const request = buildRequest();
      const claimId = await grant(request);
      await store.run(claimId, () => Promise.resolve());
      await harness.commit();
      await store.release(claimId);
      await expect(grant(request, 1)).resolves.toBeTruthy();
    });

    it('forgets a key when it has expired, before and after its removal', async () => {
      const request = buildRequest();
      await store.complete(await grant(request), ANSWER);
      await expect(grant(request, KEEP_SECONDS)).resolves.toBeTruthy();
      const removed = buildRequest();
      await store.complete(await grant(removed), ANSWER);
      expect(await store.removeExpired(at(KEEP_SECONDS - 1))).toBe(0);
      expect(await store.removeExpired(at(KEEP_SECONDS))).toBeGreaterThan(0);
      expect(await store.claim(removed, timesAt(1))).toMatchObject({ kind: 'granted' });
    });
  });
}
