import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { BUILT_AT } from '../builders.ts';
import type { OpenDatabase } from './open-database.ts';
import { seed } from './seed.ts';

export function accountTests(database: OpenDatabase): void {
  it('knows whether there is any account', async () => {
    expect(await database().read.accounts.hasAnyAccount()).toBe(false);
    await seed(database());
    expect(await database().read.accounts.hasAnyAccount()).toBe(true);
  });

  it('gives accounts, users and keys back as they were put', async () => {
    const { account, user } = await seed(database());
    const key = {
      apiKeyId: randomUUID(),
      userId: user.userId,
      accountId: account.accountId,
      keyHash: randomUUID().replaceAll('-', '').repeat(2),
      name: 'Nyckel ✓',
      createdAt: BUILT_AT,
    };
    await database().transact((stores) => stores.accounts.insertApiKey(key));
    const { accounts } = database().read;
    expect(await accounts.findAccount(account.accountId)).toEqual(account);
    expect(await accounts.findUser(user.userId)).toEqual(user);
    expect(await accounts.findApiKeyByHash(key.keyHash)).toEqual(key);
  });

  it('finds a user by email address in any case', async () => {
    const { user } = await seed(database());
    const { accounts } = database().read;
    expect(await accounts.findUserByEmail(user.emailAddress.toUpperCase())).toEqual(user);
  });

  it('answers null for what is not there', async () => {
    const { accounts, files, documents, audit, webhooks } = database().read;
    const id = randomUUID();
    const answers = [
      accounts.findAccount(id),
      accounts.findUser(id),
      accounts.findUserByEmail(`${id}@example.com`),
      accounts.findApiKeyByHash('00'.repeat(32)),
      files.find(id),
      documents.find(id),
      documents.findByTokenHash('00'.repeat(32)),
      audit.find(id),
      webhooks.find(id),
      webhooks.findDelivery(id),
    ];
    expect(await Promise.all(answers)).toEqual(answers.map(() => null));
  });

  it('gives a file back as it was put', async () => {
    const { file } = await seed(database());
    expect(await database().read.files.find(file.fileId)).toEqual(file);
  });
}
