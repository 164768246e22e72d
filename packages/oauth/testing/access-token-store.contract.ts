import { randomUUID } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AccessToken,
  type AccessTokenStore,
  type HeldAccessToken,
  MAX_ACCESS_TOKENS,
} from '../ports.ts';

export interface AccessTokenStoreSetup {
  readonly store: AccessTokenStore;
  /** For stores with references. */
  readonly userId: string;
  readonly accountId: string;
  /** Two of the user. */
  readonly apiKeyIds: readonly [string, string];
  close?(): Promise<void>;
}

/** `setup` runs once. */
export function describeAccessTokenStore(name: string, setup: () => Promise<AccessTokenStoreSetup>): void {
  describe(`AccessTokenStore: ${name}`, () => {
    let held: AccessTokenStoreSetup;
    beforeAll(async () => {
      held = await setup();
    });
    afterAll(async () => {
      await held.close?.();
    });

    it('gives back what requests need to know', async () => {
      const token = buildToken(held, { scopes: ['read'] });
      await held.store.insert(token);
      expect(await held.store.findByHash(token.tokenHash)).toEqual(heldOf(token));
    });

    it('counts the requests of a token while it is valid, and none of others', async () => {
      const token = buildToken(held);
      await held.store.insert(token);
      const window = { key: randomUUID(), windowMs: 60_000 };
      const ask = (tokenHash: string, now: Date) => held.store.findAndCount(tokenHash, now, window);
      const before = new Date(token.expiresAt.getTime() - 1);
      expect(await ask(hashSecret(randomUUID()), before)).toBeNull();
      expect(await ask(token.tokenHash, token.expiresAt)).toBeNull();
      const first = await ask(token.tokenHash, before);
      expect(first).toMatchObject({ token: heldOf(token), counted: { count: 1 } });
      expect(first?.counted.remainingMs).toBeGreaterThan(0);
      expect(first?.counted.remainingMs).toBeLessThanOrEqual(60_000);
      const both = await Promise.all([ask(token.tokenHash, before), ask(token.tokenHash, before)]);
      expect(both.map((one) => one?.counted.count).sort()).toEqual([2, 3]);
      await held.store.remove(token.tokenHash);
      expect(await ask(token.tokenHash, before)).toBeNull();
    });

    it('answers null for a hash it does not know', async () => {
      expect(await held.store.findByHash(hashSecret(randomUUID()))).toBeNull();
    });

    it('refuses the same hash twice', async () => {
      const token = buildToken(held);
      await held.store.insert(token);
      await expect(held.store.insert(token)).rejects.toThrow();
    });

    // Each token has a rate limit of its own, so a key without a bound of tokens had none at all.
    it('keeps the newest tokens of an API key, and those of others', async () => {
      const [apiKeyId, otherId] = held.apiKeyIds;
      const { store } = held;
      const build = (second: number, of = apiKeyId) =>
        buildToken(held, { apiKeyId: of, createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)) });
      const other = build(0, otherId);
      const tokens = Array.from({ length: MAX_ACCESS_TOKENS + 1 }, (_, index) => build(index));
      for (const token of [other, ...tokens]) await store.insert(token);
      const [first, second] = tokens;
      expect(await store.findByHash(first?.tokenHash ?? '')).toBeNull();
      for (const token of [other, second, tokens.at(-1)])
        expect(await store.findByHash(token?.tokenHash ?? '')).not.toBeNull();
    });

    it('removes a token, and does not mind a missing one', async () => {
      const token = buildToken(held);
      await held.store.insert(token);
      await held.store.remove(token.tokenHash);
      await held.store.remove(token.tokenHash);
      expect(await held.store.findByHash(token.tokenHash)).toBeNull();
    });

    it('removes what expired at or before now, and nothing else', async () => {
      const expired = buildToken(held, { expiresAt: new Date('2001-01-01T00:00:00.000Z') });
      const live = buildToken(held, { expiresAt: new Date('2001-01-01T00:00:00.001Z') });
      await held.store.insert(expired);
      await held.store.insert(live);
      expect(await held.store.removeExpired(new Date('2001-01-01T00:00:00.000Z'))).toBe(1);
      expect(await held.store.findByHash(expired.tokenHash)).toBeNull();
      expect(await held.store.findByHash(live.tokenHash)).toEqual(heldOf(live));
    });
  });
}

function heldOf({ tokenHash: _, createdAt: __, ...held }: AccessToken): HeldAccessToken {
  return held;
}

function buildToken(held: AccessTokenStoreSetup, overrides: Partial<AccessToken> = {}): AccessToken {
  return {
    tokenHash: hashSecret(randomUUID()),
    userId: held.userId,
    accountId: held.accountId,
    apiKeyId: null,
    grantId: null,
    scopes: ['read', 'write'],
    createdAt: new Date('2026-01-01T00:00:00.000Z'),
    expiresAt: new Date('2026-01-01T01:00:00.000Z'),
    ...overrides,
  };
}
