import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { User } from '../accounts/account.ts';
import type { IdentityDatabase } from '../ports/database.ts';
import { hashSecret } from '../secrets/hash-secret.ts';
import { BUILT_AT, buildAccount, buildApiKey, buildUser } from './builders.ts';

/** The contract of `IdentityDatabase`, which is empty before the first test. */
export function accountTests(database: () => IdentityDatabase): void {
  it('knows whether there is any account', async () => {
    expect(await database().read.accounts.hasAnyAccount()).toBe(false);
    await seedUser(database());
    expect(await database().read.accounts.hasAnyAccount()).toBe(true);
  });

  it('gives accounts, users and keys back as they were put', async () => {
    const { account, user } = await seedUser(database());
    const key = buildApiKey(user);
    await database().transact((stores) => stores.accounts.insertApiKey(key));
    const { accounts } = database().read;
    expect(await accounts.findAccount(account.accountId)).toEqual(account);
    expect(await accounts.findUser(user.userId)).toEqual(user);
    expect(await accounts.findApiKeyByHash(key.keyHash)).toEqual(key);
  });

  it('lists users and keys of one account, the oldest first', async () => {
    const { account, user } = await seedUser(database());
    await seedUser(database());
    const younger = buildUser(account.accountId, { role: 'member', createdAt: later(1), passwordHash: null });
    const keys = [buildApiKey(user), buildApiKey(user, { createdAt: later(2) })];
    await database().transact(async ({ accounts }) => {
      await accounts.insertUser(younger);
      for (const key of keys) await accounts.insertApiKey(key);
    });
    const { accounts } = database().read;
    expect(await accounts.listUsers(account.accountId)).toEqual([user, younger]);
    expect(await accounts.listApiKeys(account.accountId)).toEqual(keys);
  });

  it('changes accounts, users and keys that are there', async () => {
    const { account, user } = await seedUser(database());
    const key = buildApiKey(user);
    const renamed = { ...account, name: 'Nordhavn Øst AB', timeZone: 'UTC' };
    const changed: User = { ...user, role: 'admin', status: 'deactivated', fullName: 'Greta Ö' };
    await database().transact(async ({ accounts }) => {
      await accounts.insertApiKey(key);
      await accounts.updateAccount(renamed);
      await accounts.updateUser(changed);
      await accounts.markApiKeyUsed(key.apiKeyId, later(3));
    });
    const { accounts } = database().read;
    expect(await accounts.findAccount(account.accountId)).toEqual(renamed);
    expect(await accounts.findUser(user.userId)).toEqual(changed);
    expect(await accounts.listApiKeys(account.accountId)).toEqual([{ ...key, lastUsedAt: later(3) }]);
    await database().transact((stores) => stores.accounts.removeApiKey(key.apiKeyId));
    expect(await accounts.findApiKeyByHash(key.keyHash)).toBeNull();
    const missing = database().transact((stores) => stores.accounts.updateUser(buildUser(account.accountId)));
    await expect(missing).rejects.toThrow();
  });

  it('finds a user by email address in any case', async () => {
    const { user } = await seedUser(database());
    const { accounts } = database().read;
    expect(await accounts.findUserByEmail(user.emailAddress.toUpperCase())).toEqual(user);
  });

  it('answers null for accounts, users and keys that are not there', async () => {
    const { accounts } = database().read;
    const id = randomUUID();
    const answers = [
      accounts.findAccount(id),
      accounts.findUser(id),
      accounts.findUserByEmail(`${id}@example.com`),
      accounts.findApiKeyByHash(hashSecret(id)),
    ];
    expect(await Promise.all(answers)).toEqual(answers.map(() => null));
  });
}

function later(seconds: number): Date {
  return new Date(BUILT_AT.getTime() + seconds * 1000);
}

async function seedUser(database: IdentityDatabase) {
  const account = buildAccount();
  const user = buildUser(account.accountId);
  await database.transact(async ({ accounts }) => {
    await accounts.insertAccount(account);
    await accounts.insertUser(user);
  });
  return { account, user };
}
