import { randomUUID } from 'node:crypto';
import { buildAccount, buildUser } from '@countersign/identity/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from './add-person.ts';
import { type ApiClient, createApiClient, signIn } from './api-client.ts';
import {
  addSignOnAccount,
  addUser,
  SINGLE_SIGN_ON,
  type SignOnService,
  signOn,
  startSignOnService,
} from './sign-on-steps.ts';
import { anyDatabase } from './start-service.ts';

const USERS = '/scim/v2/Users';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

interface ScimUser {
  readonly id: string;
  readonly userName: string;
  readonly active: boolean;
  readonly displayName: string;
  readonly externalId?: string;
}

interface ScimList {
  readonly totalResults: number;
  readonly itemsPerPage: number;
  readonly startIndex: number;
  readonly Resources: readonly ScimUser[];
}

describe('users by SCIM 2.0', () => {
  let service: SignOnService;
  beforeAll(async () => {
    service = await startSignOnService(anyDatabase);
  }, 120_000);
  afterAll(() => service?.close());

  const database = () => service.service.database;

  /** What a directory sends and reads: JSON of a type of its own. */
  function openDirectory(token: string) {
    const client = createApiClient(service.baseUrl, token);
    const headers = { 'content-type': 'application/scim+json' };
    const send = async <T>(method: string, path: string, body?: unknown) => {
      const answer =
        body === undefined ? await client.bare(method, path) : await client.send(method, path, body, headers);
      const text = answer.bytes.toString();
      return { ...answer, body: (text === '' ? null : JSON.parse(text)) as T };
    };
    return {
      send,
      find: async (filter: string) =>
        (await send<ScimList>('GET', `${USERS}?filter=${encodeURIComponent(filter)}`)).body,
      patch: (id: string, ...Operations: object[]) =>
        send<ScimUser>('PATCH', `${USERS}/${id}`, { schemas: [PATCH], Operations }),
    };
  }

  const makeToken = (browser: ApiClient, currentPassword = PASSWORD) =>
    browser.post<{ scimToken: string }>(`${SINGLE_SIGN_ON}/scim-token`, { currentPassword });

  async function addDirectory() {
    const account = await addSignOnAccount(service);
    const { body } = await makeToken(account.browser);
    return { ...account, token: body.scimToken, directory: openDirectory(body.scimToken) };
  }

  const newUser = (domain: string) => ({
    schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    externalId: randomUUID(),
    userName: `${randomUUID()}@${domain}`,
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    emails: [{ primary: true, value: 'ada@elsewhere.example', type: 'work' }],
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Sales' },
    active: true,
  });

  it('[R04-18] are created, found, read and changed by the directory of the account', async () => {
    const { directory, domain, browser } = await addDirectory();
    const sent = newUser(domain);
    const created = await directory.send<ScimUser>('POST', USERS, sent);
    expect(created).toMatchObject({
      status: 201,
      body: {
        schemas: [USER],
        userName: sent.userName,
        externalId: sent.externalId,
        name: { formatted: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' },
        active: true,
        roles: [{ value: 'member' }],
        meta: { resourceType: 'User' },
      },
    });
    expect(created.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    const { id } = created.body;
    const location = created.headers.get('location') ?? '';
    expect(location).toBe(`${service.baseUrl}${USERS}/${id}`);
    expect((await directory.send('GET', `${USERS}/${id}`)).body).toEqual(created.body);
    for (const filter of [
      `userName eq "${sent.userName.toUpperCase()}"`,
      `externalId eq "${sent.externalId}"`,
      `${USER}:userName Eq "${sent.userName}"`,
      `emails[type eq "work"].value eq "${sent.userName}"`,
    ])
      expect(
        (await directory.find(filter)).Resources.map((user) => user.id),
        filter,
      ).toEqual([id]);
    expect(await directory.find('userName eq "nobody@example.com"')).toMatchObject({
      totalResults: 0,
      Resources: [],
    });
    const replaced = await directory.send<ScimUser>('PUT', `${USERS}/${id}`, {
      ...sent,
      name: { formatted: 'Ada King' },
    });
    expect(replaced.body.displayName).toBe('Ada King');
    const log = await browser.get<{ events: { type: string; details: object }[] }>('/v1/account/audit-log');
    expect(log.body.events[0]).toMatchObject({ type: 'user.changed', details: { by: 'scim' } });
  });

  it('[R04-19] are patched as Okta and Entra ID send it', async () => {
    const { directory, domain } = await addDirectory();
    const { body: user } = await directory.send<ScimUser>('POST', USERS, newUser(domain));
    const okta = await directory.patch(user.id, { op: 'replace', value: { active: false } });
    expect(okta).toMatchObject({ status: 200, body: { active: false } });
    const entra = await directory.patch(
      user.id,
      { op: 'Replace', path: 'active', value: 'True' },
      { op: 'Add', path: 'name.givenName', value: 'Augusta Ada' },
      { op: 'Replace', path: 'name.familyName', value: 'King' },
      { op: 'Replace', path: 'externalId', value: 'entra-1' },
      {
        op: 'Add',
        path: `urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department`,
        value: 'x',
      },
    );
    expect(entra).toMatchObject({
      status: 200,
      body: { active: true, displayName: 'Augusta Ada King', externalId: 'entra-1' },
    });
    const dotted = await directory.patch(user.id, {
      op: 'replace',
      value: { displayName: 'Ada', 'name.familyName': 'B' },
    });
    expect(dotted.body.displayName).toBe('Ada B');
    const removed = await directory.patch(user.id, { op: 'remove', path: 'externalId' });
    expect(removed.body.externalId).toBeUndefined();
    const wrong = await Promise.all([
      directory.patch(user.id, { op: 'move', path: 'active', value: true }),
      directory.patch(user.id, { op: 'replace', path: 'active', value: 'maybe' }),
      directory.patch(user.id, { op: 'replace', path: 'userName', value: 7 }),
      directory.patch(user.id, { op: 'replace', value: 'x' }),
    ]);
    for (const answer of wrong)
      expect(answer).toMatchObject({
        status: 400,
        body: { schemas: [ERROR], scimType: 'invalidValue', status: '400' },
      });
    expect((await directory.send<ScimUser>('GET', `${USERS}/${user.id}`)).body.displayName).toBe('Ada B');
  });

  it('[R04-20] lose sessions and programs at once when they are deactivated, and the last owner stays', async () => {
    const { directory, domain, owner, account } = await addDirectory();
    const email = `eva@${domain}`;
    const { body: user } = await directory.send<ScimUser>('POST', USERS, {
      userName: email,
      displayName: 'Eva',
    });
    const eva = { sub: randomUUID(), email };
    const { browser } = await signOn(service, eva, { emailAddress: email });
    expect((await browser.get<{ userId: string }>('/v1/users/me')).body.userId).toBe(user.id);
    expect((await directory.send('DELETE', `${USERS}/${user.id}`)).status).toBe(204);
    expect((await browser.get('/v1/docs')).status).toBe(401);
    expect((await signOn(service, eva, { emailAddress: email })).status).toBe(403);
    expect((await directory.find(`userName eq "${email}"`)).Resources[0]?.active).toBe(false);
    await directory.patch(user.id, { op: 'replace', value: { active: true } });
    expect((await browser.get('/v1/docs')).status).toBe(401);
    expect((await signOn(service, eva, { emailAddress: email })).status).toBe(302);
    const last = await directory.patch(owner.userId, { op: 'replace', value: { active: false } });
    expect(last).toMatchObject({ status: 403, body: { schemas: [ERROR], status: '403' } });
    expect((await database().read.accounts.findUser(owner.userId))?.status).toBe('active');
    const moved = await directory.patch(owner.userId, {
      op: 'replace',
      path: 'userName',
      value: `boss@${domain}`,
    });
    expect(moved.status).toBe(403);
    await database().transact(({ accounts }) =>
      accounts.insertUser(
        buildUser(account.accountId, {
          status: 'invited',
          role: 'owner',
          personId: null,
          emailAddress: `b@${domain}`,
        }),
      ),
    );
    const [invited] = (await directory.find(`userName eq "b@${domain}"`)).Resources;
    const activated = await directory.patch(invited?.id ?? '', { op: 'replace', value: { active: true } });
    expect(activated.status).toBe(403);
    expect((await directory.send('DELETE', `${USERS}/${invited?.id}`)).status).toBe(204);
    expect((await directory.find(`userName eq "b@${domain}"`)).totalResults).toBe(0);
  });

  it('[R04-21] are those of the account and of its domains alone', async () => {
    const { directory, domain } = await addDirectory();
    const other = await addDirectory();
    const theirs = await other.directory.send<ScimUser>('POST', USERS, newUser(other.domain));
    const answers = await Promise.all([
      directory.send('GET', `${USERS}/${theirs.body.id}`),
      directory.patch(theirs.body.id, { op: 'replace', value: { active: false } }),
      directory.send('PUT', `${USERS}/${theirs.body.id}`, newUser(domain)),
      directory.send('DELETE', `${USERS}/${theirs.body.id}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await directory.find(`userName eq "${theirs.body.userName}"`)).totalResults).toBe(0);
    const foreign = await directory.send('POST', USERS, newUser(other.domain));
    expect(foreign).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    const mine = await directory.send<ScimUser>('POST', USERS, newUser(domain));
    const renamed = await directory.patch(mine.body.id, {
      op: 'replace',
      path: 'userName',
      value: theirs.body.userName,
    });
    expect(renamed.status).toBe(400);
    const twice = await directory.send('POST', USERS, { userName: mine.body.userName.toUpperCase() });
    expect(twice).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
  });

  it('[R04-22] change hands with another address, and a person of other accounts keeps them', async () => {
    const { directory, domain, account } = await addDirectory();
    const elsewhere = buildAccount();
    const ada = await addUser(database(), elsewhere.accountId, `ada@${domain}`);
    await database().transact(({ accounts }) => accounts.insertAccount(elsewhere));
    const created = await directory.send<ScimUser>('POST', USERS, {
      userName: `ada@${domain}`,
      displayName: 'Ada',
    });
    const { id } = created.body;
    const session = await signIn(service.baseUrl, ada.emailAddress, PASSWORD);
    await session.put('/v1/session/account', { accountId: account.accountId });
    const renamed = await directory.patch(id, {
      op: 'replace',
      path: 'userName',
      value: `ada.king@${domain}`,
    });
    expect(renamed.body.userName).toBe(`ada.king@${domain}`);
    expect((await session.get('/v1/docs')).status).toBe(401);
    const person = await database().read.people.find(ada.personId ?? '');
    expect(person?.emailAddress).toBe(`ada@${domain}`);
    const again = await signIn(service.baseUrl, ada.emailAddress, PASSWORD);
    const { body } = await again.get<{ accounts: { accountId: string }[] }>('/v1/session');
    expect(body.accounts.map(({ accountId }) => accountId)).toEqual([elsewhere.accountId]);
  });

  // A directory went on creating users in an account that its owner had closed.
  it('[R04-23] [R03-02] are nobody’s while the account is closed, and nobody joins it then', async () => {
    const { account, browser, directory, domain } = await addDirectory();
    const list = () => database().read.accounts.listUsers(account.accountId);
    const before = await list();
    const closing = { accountName: account.name, currentPassword: PASSWORD };
    expect((await browser.post('/v1/account/close', closing)).status).toBe(200);
    expect((await directory.send('GET', USERS)).status).toBe(401);
    expect((await directory.send('POST', USERS, newUser(domain))).status).toBe(401);
    const emailAddress = `new@${domain}`;
    await signOn(service, { sub: randomUUID(), email: emailAddress, email_verified: true }, { emailAddress });
    expect(await list()).toEqual(before);
    await browser.post('/v1/account/reopen', {});
    expect((await directory.send('GET', USERS)).status).toBe(200);
  });

  it('[R04-23] need the token of the directory, which is shown once, replaced and removed', async () => {
    const { browser, directory, token } = await addDirectory();
    const read = await browser.get<{ scim: { tokenCreatedAt: string | null; url: string } }>(SINGLE_SIGN_ON);
    expect(read.body.scim).toEqual({
      url: `${service.baseUrl}/scim/v2`,
      tokenCreatedAt: expect.any(String),
    });
    expect(read.bytes.toString()).not.toContain(token);
    for (const wrong of [
      '',
      'scim_wrong',
      (await service.client.get('/v1/auth/token')).headers.get('x') ?? 'x',
    ])
      expect(await openDirectory(wrong).send('GET', USERS)).toMatchObject({
        status: 401,
        body: { schemas: [ERROR], status: '401', detail: expect.any(String) },
      });
    expect((await createApiClient(service.baseUrl, token).get('/v1/docs')).status).toBe(401);
    expect(await makeToken(browser, 'wrong horse')).toMatchObject({ status: 403 });
    const next = (await makeToken(browser)).body.scimToken;
    expect((await directory.send('GET', USERS)).status).toBe(401);
    expect((await openDirectory(next).send('GET', USERS)).status).toBe(200);
    expect((await browser.delete(`${SINGLE_SIGN_ON}/scim-token`)).status).toBe(204);
    expect((await openDirectory(next).send('GET', USERS)).status).toBe(401);
    const types = (await browser.get<{ events: { type: string }[] }>('/v1/account/audit-log')).body.events;
    expect(types.slice(0, 2).map(({ type }) => type)).toEqual(['scim_token.removed', 'scim_token.created']);
  });

  // A directory brought back as many users as it wanted.
  it('[R03-17] are no more than the operator allows', async () => {
    const { directory, domain, account } = await addDirectory();
    await database().transact(({ accounts }) =>
      accounts.updateAccount({ ...account, limits: { maxUsers: 2 } }),
    );
    const add = (active: boolean) => directory.send<ScimUser>('POST', USERS, { ...newUser(domain), active });
    const [second, inactive] = [await add(true), await add(false)];
    expect([second.status, inactive.status]).toEqual([201, 201]);
    expect((await add(true)).status).toBe(403);
    const activate = { op: 'replace', path: 'active', value: true };
    expect((await directory.patch(inactive.body.id, activate)).status).toBe(403);
    await directory.patch(second.body.id, { op: 'replace', path: 'active', value: false });
    expect(await directory.patch(inactive.body.id, activate)).toMatchObject({
      status: 200,
      body: { active: true },
    });
  });

  it('[R04-24] are listed in pages, and the service says what it supports', async () => {
    const { directory, domain } = await addDirectory();
    for (let count = 0; count < 4; count += 1) await directory.send('POST', USERS, newUser(domain));
    const page = await directory.send<ScimList>('GET', `${USERS}?startIndex=2&count=2`);
    expect(page.body).toMatchObject({ totalResults: 5, startIndex: 2, itemsPerPage: 2 });
    const none = await directory.send<ScimList>('GET', `${USERS}?startIndex=-3&count=-1`);
    expect(none.body).toMatchObject({ totalResults: 5, startIndex: 1, itemsPerPage: 0, Resources: [] });
    for (const filter of [
      'userName sw "a"',
      'password eq "x"',
      'userName eq "x" or active eq true',
      'userName eq x',
      'userName eq "\\u0000"',
      'eq "x"',
      // It took seconds to read.
      ' '.repeat(990),
    ])
      expect(
        await directory.send('GET', `${USERS}?filter=${encodeURIComponent(filter)}`),
        filter,
      ).toMatchObject({ status: 400, body: { schemas: [ERROR], scimType: 'invalidFilter' } });
    const config = await directory.send('GET', '/scim/v2/ServiceProviderConfig');
    expect(config.body).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
    const types = await directory.send<ScimList>('GET', '/scim/v2/ResourceTypes');
    expect(types.body).toMatchObject({ totalResults: 1, Resources: [{ id: 'User', schema: USER }] });
    const schemas = await directory.send<{ Resources: { id: string }[] }>('GET', '/scim/v2/Schemas');
    const [schema] = schemas.body.Resources;
    expect((await directory.send('GET', `/scim/v2/Schemas/${schema?.id}`)).body).toEqual(schema);
    const broken = await fetch(`${service.baseUrl}${USERS}`, {
      method: 'POST',
      headers: { 'content-type': 'application/scim+json' },
      body: '{',
    });
    expect([broken.status, (await broken.json()).schemas]).toEqual([400, [ERROR]]);
  });
});
