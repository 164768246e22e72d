import { randomUUID } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import { expect, it } from 'vitest';
import type { BrowserSession } from '../browser-session.ts';
import type { IdentityDatabase } from '../ports.ts';
import type { DirectoryQuery, SignOnAttempt, SignOnConnection } from '../single-sign-on/connection.ts';
import { BUILT_AT, buildAccount, buildPerson, buildUser } from './builders.ts';

export function signOnTests(database: () => IdentityDatabase): void {
  const read = () => database().read.signOn;

  function buildConnection(accountId: string, changes: Partial<SignOnConnection> = {}): SignOnConnection {
    return {
      connectionId: randomUUID(),
      accountId,
      issuer: 'https://idp.example.com',
      clientId: 'countersign',
      clientSecret: 'a secret ✓',
      name: 'Nordhavn',
      isRequired: false,
      roleClaim: 'groups',
      adminValues: ['signing-admins', 'ägare'],
      scimTokenHash: hashSecret(randomUUID()),
      scimTokenCreatedAt: BUILT_AT,
      createdAt: BUILT_AT,
      ...changes,
    };
  }

  async function seed(changes: Partial<SignOnConnection> = {}) {
    const account = buildAccount();
    const user = buildUser(account.accountId, { role: 'member' });
    const connection = buildConnection(account.accountId, changes);
    await database().transact(async ({ accounts, people, signOn }) => {
      await accounts.insertAccount(account);
      await people.insert(buildPerson(user));
      await accounts.insertUser(user);
      await signOn.insertConnection(connection);
    });
    return { account, user, connection, personId: user.personId ?? '' };
  }

  it('gives connections of accounts back as they were put and changed', async () => {
    const { account, connection } = await seed();
    const { connectionId, scimTokenHash } = connection;
    expect(await read().findConnection(connectionId)).toEqual(connection);
    expect(await read().findConnectionOfAccount(account.accountId)).toEqual(connection);
    expect(await read().findConnectionByScimToken(scimTokenHash ?? '')).toEqual(connection);
    const changed = {
      ...connection,
      clientSecret: 'another',
      roleClaim: null,
      adminValues: [],
      isRequired: true,
    };
    await database().transact(({ signOn }) => signOn.updateConnection(changed));
    expect(await read().findConnection(connectionId)).toEqual(changed);
    const second = buildConnection(account.accountId);
    await expect(database().transact(({ signOn }) => signOn.insertConnection(second))).rejects.toThrow();
    expect(await read().findConnection(randomUUID())).toBeNull();
  });

  it('lets one account have a verified domain', async () => {
    const [one, other] = [await seed(), await seed()];
    const domain = `${randomUUID()}.example`;
    const build = (accountId: string, verifiedAt: Date | null) => ({
      ...{ accountId, domain, token: 'a token', createdAt: BUILT_AT },
      verifiedAt,
    });
    const save = (accountId: string, verifiedAt: Date | null) =>
      database().transact(async ({ signOn }) => {
        await signOn.lockDomain(domain);
        await signOn.saveDomain(build(accountId, verifiedAt));
      });
    await save(one.account.accountId, null);
    await save(other.account.accountId, null);
    expect(await read().findVerifiedDomain(domain)).toBeNull();
    await save(one.account.accountId, BUILT_AT);
    expect(await read().findVerifiedDomain(domain)).toEqual(build(one.account.accountId, BUILT_AT));
    await expect(save(other.account.accountId, BUILT_AT)).rejects.toThrow();
    await database().transact(({ signOn }) => signOn.removeDomain(one.account.accountId, domain));
    expect(await read().listDomains(one.account.accountId)).toEqual([]);
    expect(await read().listDomains(other.account.accountId)).toEqual([build(other.account.accountId, null)]);
  });

  it('gives an attempt once and to its browser only, also at the same time', async () => {
    const { connection } = await seed();
    const attempt: SignOnAttempt = {
      stateHash: hashSecret(randomUUID()),
      browserHash: hashSecret(randomUUID()),
      connectionId: connection.connectionId,
      redirectUrl: 'https://sign.example/sign-in/callback',
      nonce: 'a nonce',
      codeVerifier: 'a verifier',
      next: '/documents?x=ä',
      expiresAt: later(1),
    };
    const { stateHash, browserHash } = attempt;
    const take = (browser: string) =>
      database().transact(({ signOn }) => signOn.takeAttempt(stateHash, browser));
    await database().transact(({ signOn }) => signOn.insertAttempt(attempt));
    expect(await take(hashSecret('another'))).toBeNull();
    const taken = await Promise.all([take(browserHash), take(browserHash)]);
    expect(taken.filter((found) => found !== null)).toEqual([attempt]);
    await database().transact(({ signOn }) => signOn.insertAttempt({ ...attempt, connectionId: null }));
    expect(await database().transact(({ signOn }) => signOn.removeExpired(later(1)))).toBeGreaterThan(0);
    expect(await take(browserHash)).toBeNull();
  });

  it('links a subject and a person once in a realm, until the connection goes', async () => {
    const { connection, user, personId } = await seed();
    const realm = connection.connectionId;
    const link = { realm, subject: 'ada', personId, userId: user.userId };
    const insert = (changes: Partial<typeof link>) =>
      database().transact(({ signOn }) => signOn.insertLink({ ...link, ...changes }));
    await insert({});
    expect(await read().findLink(realm, 'ada')).toEqual(link);
    expect(await read().findLink(realm, 'ADA')).toBeNull();
    expect(await read().findLinkOfPerson(realm, personId)).toEqual(link);
    const other = await seed();
    await expect(insert({ subject: 'another' })).rejects.toThrow();
    await expect(insert({ personId: other.personId, userId: other.user.userId })).rejects.toThrow();
    await insert({ realm: other.connection.connectionId });
    await database().transact(({ signOn }) => signOn.removeConnection(realm));
    expect(await read().findLink(realm, 'ada')).toBeNull();
    expect(await read().findConnection(realm)).toBeNull();
    await database().transact(({ signOn }) => signOn.removeLinksOfUser(user.userId));
    expect(await read().findLink(other.connection.connectionId, 'ada')).toBeNull();
  });

  it('keeps the ids of the directory for users of the account', async () => {
    const [one, other] = [await seed(), await seed()];
    const { userId, accountId } = one.user;
    const save = (id: string, externalId: string | null) =>
      database().transact(({ signOn }) => signOn.saveExternalId(id, externalId));
    await save(userId, 'one');
    await save(other.user.userId, 'other');
    await save(userId, 'two');
    const list = (filter?: DirectoryQuery['filter'], page = { limit: 10, offset: 0 }) =>
      read().listDirectory(accountId, { ...page, ...(filter && { filter }) });
    const found = { users: [{ ...one.user, externalId: 'two' }], total: 1 };
    const none = { users: [], total: 0 };
    expect(await list()).toEqual(found);
    expect(await list(undefined, { limit: 0, offset: 0 })).toEqual({ ...none, total: 1 });
    expect(await list(undefined, { limit: 10, offset: 1 })).toEqual({ ...none, total: 1 });
    expect(await list({ attribute: 'externalId', value: 'two' })).toEqual(found);
    expect(await list({ attribute: 'externalId', value: 'other' })).toEqual(none);
    expect(await list({ attribute: 'userId', value: userId })).toEqual(found);
    expect(await list({ attribute: 'userId', value: other.user.userId })).toEqual(none);
    const { emailAddress } = one.user;
    expect(await list({ attribute: 'emailAddress', value: emailAddress.toUpperCase() })).toEqual(found);
    expect(await list({ attribute: 'emailAddress', value: '%' })).toEqual(none);
    await save(userId, null);
    expect(await list()).toEqual({ users: [{ ...one.user, externalId: null }], total: 1 });
  });

  it('finds no session whose connection is gone, or that the account does not let in', async () => {
    const { connection, user, personId } = await seed();
    const { connectionId, accountId } = connection;
    const build = (changes: Partial<BrowserSession>): BrowserSession => ({
      sessionId: randomUUID(),
      idHash: hashSecret(randomUUID()),
      personId,
      stage: 'signed_in',
      userId: user.userId,
      accountId,
      createdAt: BUILT_AT,
      lastUsedAt: BUILT_AT,
      expiresAt: later(100),
      address: '2001:db8::1',
      userAgent: 'Firefox ✓',
      method: 'password',
      connectionId: null,
      ...changes,
    });
    const byPassword = build({});
    const bySignOn = build({ method: 'connection', connectionId });
    await database().transact(async ({ browserSessions }) => {
      for (const session of [byPassword, bySignOn]) await browserSessions.insert(session);
    });
    const found = () =>
      Promise.all(
        [byPassword, bySignOn].map(
          async ({ idHash }) => (await database().read.browserSessions.findByHash(idHash)) !== null,
        ),
      );
    const change = (changes: Partial<SignOnConnection>) =>
      database().transact(({ signOn }) => signOn.updateConnection({ ...connection, ...changes }));
    expect(await found()).toEqual([true, true]);
    await change({ isRequired: true });
    expect(await found()).toEqual([false, true]);
    await database().transact(({ accounts }) => accounts.updateUser({ ...user, role: 'owner' }));
    expect(await found()).toEqual([true, true]);
    await database().transact(({ signOn }) => signOn.removeConnection(connectionId));
    expect(await found()).toEqual([true, false]);
  });
}

function later(seconds: number): Date {
  return new Date(BUILT_AT.getTime() + seconds * 1000);
}
