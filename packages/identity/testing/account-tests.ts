import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { IdentityDatabase } from '../ports/database.ts';
import { hashSecret } from '../secrets/hash-secret.ts';
import { buildAccount, buildApiKey, buildUser } from './builders.ts';

/** What every `IdentityDatabase` keeps to. The database is empty before the first of these tests. */
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

async function seedUser(database: IdentityDatabase) {
  const account = buildAccount();
  const user = buildUser(account.accountId);
  await database.transact(async ({ accounts }) => {
    await accounts.insertAccount(account);
    await accounts.insertUser(user);
  });
  return { account, user };
}
