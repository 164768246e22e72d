import { randomUUID } from 'node:crypto';
import { hashSecret } from '@countersign/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessToken, AccessTokenStore, HeldAccessToken } from '../ports.ts';

export interface AccessTokenStoreSetup {
  readonly store: AccessTokenStore;
  /** For stores with references. */
  readonly userId: string;
  readonly accountId: string;
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

    it('answers null for a hash it does not know', async () => {
      expect(await held.store.findByHash(hashSecret(randomUUID()))).toBeNull();
    });

    it('refuses the same hash twice', async () => {
      const token = buildToken(held);
      await held.store.insert(token);
      await expect(held.store.insert(token)).rejects.toThrow();
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
