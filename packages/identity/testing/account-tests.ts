import { randomUUID } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import { expect, it } from 'vitest';
import type { User } from '../account.ts';
import type { IdentityDatabase } from '../ports.ts';
import { BUILT_AT, buildAccount, buildApiKey, buildPerson, buildUser } from './builders.ts';

/** The database is empty before the first test. */
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
    expect(await accounts.findApiKey(key.apiKeyId)).toEqual(key);
    expect(await accounts.listAccounts()).toContainEqual(account);
  });

  it('lists users and keys of one account, the oldest first', async () => {
    const { account, user } = await seedUser(database());
    await seedUser(database());
    const younger = buildUser(account.accountId, { role: 'member', createdAt: later(1) });
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
    const renamed = {
      ...{ ...account, name: 'Nordhavn Øst AB', timeZone: 'UTC', color: '#1b5fae', language: 'sv' as const },
      ...{ senderName: 'Nordhavn HR', logoId: 'logo' },
    };
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

  it('keeps the logo of an account until it is removed', async () => {
    const { account } = await seedUser(database());
    const { account: other } = await seedUser(database());
    const read = (logoId: string) => database().read.accounts.readLogo(logoId);
    const content = Uint8Array.of(137, 80, 0, 255);
    const [logoId, otherId] = [randomUUID(), randomUUID()];
    await database().transact(async ({ accounts }) => {
      await accounts.insertLogo({ logoId, accountId: account.accountId, content });
      await accounts.insertLogo({ logoId: otherId, accountId: other.accountId, content });
    });
    expect([...((await read(logoId)) ?? [])]).toEqual([...content]);
    await database().transact(({ accounts }) => accounts.removeLogos(account.accountId));
    expect(await read(logoId)).toBeNull();
    expect(await read(otherId)).not.toBeNull();
  });

  it('takes one address into several accounts, and once into each', async () => {
    const first = await seedUser(database());
    const { emailAddress, personId } = first.user;
    const { accounts } = database().read;
    const { accountId } = first.account;
    expect(await accounts.findUserByAddress(accountId, emailAddress.toUpperCase())).toMatchObject({
      accountId,
    });
    expect(await accounts.findUserByAddress(randomUUID(), emailAddress)).toBeNull();
    const second = await seedUser(database(), { emailAddress: emailAddress.toUpperCase(), personId });
    expect(await accounts.listUsersOfPerson(personId ?? '')).toHaveLength(2);
    expect(await accounts.listUsersOfPerson(personId ?? '')).toEqual(
      expect.arrayContaining([first.user, second.user]),
    );
    const twice = buildUser(accountId, { emailAddress, status: 'invited' });
    await expect(database().transact((stores) => stores.accounts.insertUser(twice))).rejects.toThrow();
  });

  it('keeps invitations until they are removed, alone or with their user', async () => {
    const { user } = await seedUser(database(), { status: 'invited', personId: null });
    const invitations = [randomUUID(), randomUUID()].map((token) => ({
      tokenHash: hashSecret(token),
      userId: user.userId,
      expiresAt: later(4),
    }));
    const insert = () =>
      database().transact(async ({ accounts }) => {
        for (const invitation of invitations) await accounts.insertInvitation(invitation);
      });
    const find = () =>
      Promise.all(invitations.map(({ tokenHash }) => database().read.accounts.findInvitation(tokenHash)));
    await insert();
    expect(await find()).toEqual(invitations);
    await database().transact(({ accounts }) => accounts.removeInvitations(user.userId));
    expect(await find()).toEqual([null, null]);
    await insert();
    await database().transact(({ accounts }) => accounts.removeInvitedUser(user.userId));
    expect(await find()).toEqual([null, null]);
    expect(await database().read.accounts.findUser(user.userId)).toBeNull();
  });

  it('removes invitations that expired before a date', async () => {
    const { user } = await seedUser(database(), { status: 'invited', personId: null });
    const [old, kept] = [later(1), later(2)].map((expiresAt) => ({
      tokenHash: hashSecret(randomUUID()),
      userId: user.userId,
      expiresAt,
    }));
    if (old === undefined || kept === undefined) throw new Error('there are two');
    const removed = await database().transact(async ({ accounts }) => {
      await accounts.insertInvitation(old);
      await accounts.insertInvitation(kept);
      return accounts.removeInvitationsBefore(kept.expiresAt);
    });
    expect(removed).toBe(1);
    expect(await database().read.accounts.findInvitation(old.tokenHash)).toBeNull();
    expect(await database().read.accounts.findInvitation(kept.tokenHash)).toEqual(kept);
  });

  it('removes nobody who is not invited', async () => {
    const { user } = await seedUser(database());
    await database().transact(({ accounts }) => accounts.removeInvitedUser(user.userId));
    expect(await database().read.accounts.findUser(user.userId)).toEqual(user);
  });

  it('lets one caller at a time work with an email address, in any case', async () => {
    const person = buildPerson(buildUser(randomUUID()));
    const claim = (emailAddress: string) =>
      database().transact(async ({ accounts, people }) => {
        await accounts.lockEmailAddress(emailAddress);
        if ((await people.findByEmail(emailAddress)) !== null) return 'taken';
        await people.insert({ ...person, emailAddress });
        return 'made';
      });
    const { emailAddress } = person;
    const results = await Promise.all([claim(emailAddress), claim(emailAddress.toUpperCase())]);
    expect(results.toSorted()).toEqual(['made', 'taken']);
  });

  it('answers null for accounts, users and keys that are not there', async () => {
    const { accounts } = database().read;
    const id = randomUUID();
    const answers = [
      accounts.findAccount(id),
      accounts.findUser(id),
      accounts.findApiKeyByHash(hashSecret(id)),
      accounts.findApiKey(id),
    ];
    expect(await Promise.all(answers)).toEqual(answers.map(() => null));
  });
}

function later(seconds: number): Date {
  return new Date(BUILT_AT.getTime() + seconds * 1000);
}

async function seedUser(database: IdentityDatabase, changes: Partial<User> = {}) {
  const account = buildAccount();
  const user = buildUser(account.accountId, changes);
  await database.transact(async ({ accounts }) => {
    await accounts.insertAccount(account);
    await accounts.insertUser(user);
  });
  return { account, user };
}
