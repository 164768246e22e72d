import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from './account.ts';
import { newApiKey } from './api-keys.ts';
import { createIdentity } from './create-identity.ts';
import { BUILT_AT, buildAccount, buildUser } from './testing/builders.ts';
import { BROWSER, KEEP_LOGO, memoryAttempts, NO_PASSKEYS } from './testing/memory-attempts.ts';
import { MemoryIdentity } from './testing/memory-identity.ts';
import { NO_SIGN_ON } from './testing/memory-sign-on.ts';

describe('API keys', () => {
  const database = new MemoryIdentity();
  const identity = createIdentity({
    database,
    clock: { now: () => BUILT_AT },
    ids: { uuid: () => randomUUID(), secret: () => randomUUID(), oneTimeCode: () => '012345' },
    mailer: { send: async () => undefined },
    attempts: memoryAttempts(),
    passkeys: NO_PASSKEYS,
    encodeLogo: KEEP_LOGO,
    signOn: NO_SIGN_ON,
    providers: new Set(),
  });
  let owner: Caller;
  beforeEach(async () => {
    const account = buildAccount();
    const user = buildUser(account.accountId);
    await database.transact(async ({ accounts }) => {
      await accounts.insertAccount(account);
      await accounts.insertUser(user);
    });
    const { userId, accountId } = user;
    owner = { userId, accountId, scopes: ['read', 'write'], apiKeyId: randomUUID() };
  });

  it('are not managed with a token of another program, not even that of an owner', async () => {
    const other = { ...owner, apiKeyId: null };
    const work = [
      identity.apiKeys.list(other),
      identity.apiKeys.create(other, { name: 'Mine' }, BROWSER),
      identity.apiKeys.remove(other, randomUUID()),
    ];
    for (const refused of work) await expect(refused).rejects.toMatchObject({ code: 'api_key_required' });
  });

  it('are 50 at most', async () => {
    for (let count = 0; count < 50; count += 1)
      await identity.apiKeys.create(owner, { name: `Key ${count}` }, BROWSER);
    const work = identity.apiKeys.create(owner, { name: 'One more' }, BROWSER);
    await expect(work).rejects.toMatchObject({ code: 'too_many_api_keys', params: { max: 50 } });
  });

  it('are recognised by their first characters, by fewer if they are short', async () => {
    const { apiKey, secret } = await identity.apiKeys.create(owner, { name: 'Export' }, BROWSER);
    expect(apiKey.prefix).toBe(secret.slice(0, 11));
    const facts = { apiKeyId: randomUUID(), createdAt: BUILT_AT };
    expect(newApiKey(owner, 'First key', 'sk_12345', facts).prefix).toBe('sk_1');
  });
});
