import { hashSecret } from '@countersign/base';
import { buildApiKey, buildUser } from '@countersign/identity/testing';
import { describe, expect, it } from 'vitest';
import { describeAccessTokenStore } from './testing/access-token-store.contract.ts';
import { createAccessTokenStoreMemory } from './testing/access-token-store-memory.ts';
import { createTokens } from './tokens.ts';

const OWNER = { userId: 'user-1', accountId: 'account-1' };
const KEY = buildApiKey(buildUser(OWNER.accountId, OWNER));

function setUp() {
  let now = new Date('2026-01-01T00:00:00.000Z');
  const store = createAccessTokenStoreMemory();
  const tokens = createTokens({
    store,
    claimApiKey: async (secret) => (secret === 'sk_right' ? KEY : null),
    clock: { now: () => now },
    ids: { secret: () => 'random' },
  });
  return {
    store,
    tokens,
    wait: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}

describeAccessTokenStore('memory', async () => ({
  store: createAccessTokenStoreMemory(),
  ...OWNER,
  apiKeyIds: ['key-1', 'key-2'],
}));

describe('createTokens', () => {
  it('[5-20] exchanges an API key for a bearer token of an hour with both scopes', async () => {
    const { tokens } = setUp();
    expect(await tokens.exchangeApiKey('sk_right')).toEqual({
      access_token: 'at_random',
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'read write',
    });
  });

  it('forgets tokens whose time is over, by a job that runs every hour', async () => {
    const { tokens, store, wait } = setUp();
    const { access_token } = await tokens.exchangeApiKey('sk_right');
    await tokens.jobs.run({ name: 'remove-expired-tokens' });
    expect(await store.findByHash(hashSecret(access_token))).not.toBeNull();
    wait(3600);
    await tokens.jobs.run({ name: 'remove-expired-tokens' });
    expect(await store.findByHash(hashSecret(access_token))).toBeNull();
    expect(tokens.jobs.settings['remove-expired-tokens']?.schedule).toMatch(/^\d+ \* \* \* \*$/);
  });

  it('keeps only the hash of the token', async () => {
    const { tokens, store } = setUp();
    const { access_token } = await tokens.exchangeApiKey('sk_right', 'read');
    expect(await store.findByHash(access_token)).toBeNull();
    expect(await store.findByHash(hashSecret(access_token))).toMatchObject({ ...OWNER, scopes: ['read'] });
  });

  it('[5-06] says who holds a token until its hour is over', async () => {
    const { tokens, wait } = setUp();
    const { access_token } = await tokens.exchangeApiKey('sk_right', 'write read');
    wait(3599);
    expect(await tokens.verify(access_token)).toMatchObject({ ...OWNER, scopes: ['read', 'write'] });
    wait(1);
    await expect(tokens.verify(access_token)).rejects.toMatchObject({ code: 'invalid_token' });
  });

  it('refuses an unknown key, token and scope, each with its code', async () => {
    const { tokens } = setUp();
    await expect(tokens.exchangeApiKey('sk_wrong')).rejects.toMatchObject({ code: 'invalid_client' });
    await expect(tokens.verify('at_wrong')).rejects.toMatchObject({ code: 'invalid_token' });
    await expect(tokens.exchangeApiKey('sk_right', 'read admin')).rejects.toMatchObject({
      code: 'invalid_scope',
      params: { scope: 'admin' },
    });
  });
});
