import { randomUUID } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import type { User } from '@countersign/identity';
import { buildAccount, buildPerson, buildUser } from '@countersign/identity/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { type BrowserClient, createBrowser, signIn } from './api-client.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

const OWNER = { emailAddress: 'owner@example.com', password: 'correct horse' };
const refused = (errorCode: string) => expect.objectContaining({ success: false, errorCode });

describe.each(shareOf(databaseKinds))('browser sessions on the $title database', ({ kind, skip }) => {
  describe.skipIf(skip)('through HTTP', () => {
    let service: TestService;
    let baseUrl: string;
    beforeAll(async () => {
      service = await shareService(kind);
      ({ baseUrl } = service);
    }, 60_000);
    afterAll(() => service.close());

    const database = () => service.service.database;

    /** A person with the owner's password and a user in each of so many accounts. */
    async function addPerson(accounts: number, changes: Partial<User> = {}) {
      const known = await database().read.people.findByEmail(OWNER.emailAddress);
      const first = buildUser('', changes);
      const person = buildPerson(first, { passwordHash: known?.passwordHash ?? null });
      const { personId, emailAddress } = person;
      const users = Array.from({ length: accounts }, () =>
        buildUser('', { ...changes, personId, emailAddress }),
      );
      await database().transact(async (stores) => {
        await stores.people.insert(person);
        for (const user of users) {
          const account = buildAccount();
          await stores.accounts.insertAccount(account);
          Object.assign(user, { accountId: account.accountId });
          await stores.accounts.insertUser({ ...user, accountId: account.accountId });
        }
      });
      return { person, users, browser: await signIn(baseUrl, person.emailAddress, OWNER.password) };
    }

    it('begin with the password and authenticate what tokens authenticate', async () => {
      const browser = await signIn(baseUrl);
      expect((await browser.get('/v1/session')).body).toMatchObject({
        next: 'signed_in',
        user: { emailAddress: OWNER.emailAddress, role: 'owner' },
        account: { name: 'First account' },
      });
      expect((await browser.get('/v1/users/me')).body).toMatchObject({ emailAddress: OWNER.emailAddress });
      const currentPassword = OWNER.password;
      const made = await browser.post('/v1/account/api-keys', { name: 'From a page', currentPassword });
      expect(made.status).toBe(201);
      expect((await browser.get('/v1/auth/token')).status).toBe(401);
    });

    it('have a cookie that scripts cannot read, whose value is not in the database', async () => {
      const browser = createBrowser(baseUrl);
      const answer = await browser.post('/v1/session', OWNER);
      expect(answer.body).toEqual({ next: 'signed_in' });
      const [cookie = ''] = answer.headers.getSetCookie();
      expect(cookie).toMatch(
        /^countersign-session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
      );
      const [, id = ''] = /=([\w-]+);/.exec(cookie) ?? [];
      expect(await database().read.browserSessions.findByHash(id)).toBeNull();
      expect(await database().read.browserSessions.findByHash(hashSecret(id))).not.toBeNull();
    });

    it('take no cookie without the header of our pages, or from another site', async () => {
      const browser = await signIn(baseUrl);
      const cookie = browser.cookie() ?? '';
      const foreign = browser.anonymous;
      const answers = await Promise.all([
        foreign.get('/v1/users/me', { cookie }),
        foreign.post('/v1/account/api-keys', { name: 'x' }, { cookie }),
        foreign.patch('/v1/account', { name: 'x' }, { cookie, 'countersign-page': '0' }),
      ]);
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 401, body: refused('token_missing') });
      const crossSite = { cookie, 'countersign-page': '1', 'sec-fetch-site': 'cross-site' };
      expect((await foreign.get('/v1/users/me', crossSite)).status).toBe(401);
      const sameOrigin = { ...crossSite, 'sec-fetch-site': 'same-origin' };
      expect((await foreign.get('/v1/users/me', sameOrigin)).status).toBe(200);
      const signInElsewhere = await foreign.post('/v1/session', OWNER);
      expect(signInElsewhere).toMatchObject({ status: 403, body: refused('page_required') });
      expect((await foreign.bare('DELETE', '/v1/sessions', { cookie })).status).toBe(403);
      expect((await browser.get('/v1/users/me')).status).toBe(200);
    });

    it('allow no other origin to read or send anything (CORS)', async () => {
      const headers = {
        origin: 'https://evil.example',
        'access-control-request-headers': 'countersign-page',
      };
      const answer = await createBrowser(baseUrl).anonymous.bare('OPTIONS', '/v1/session', headers);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    });

    it('never take an id that the browser brought: sign-in makes a new one and ends the old', async () => {
      const browser = createBrowser(baseUrl);
      browser.setCookie('countersign-session=planted-by-somebody-else');
      await browser.post('/v1/session', OWNER);
      const first = browser.cookie();
      expect(first).not.toContain('planted');
      await browser.post('/v1/session', OWNER);
      expect(browser.cookie()).not.toBe(first);
      const old = createBrowser(baseUrl);
      old.setCookie(first);
      expect((await old.get('/v1/session')).body).toEqual({ next: 'sign_in' });
      expect(await old.get('/v1/docs')).toMatchObject({ status: 401, body: refused('session_missing') });
    });

    it('end with sign-out, in this browser or everywhere', async () => {
      const { browser, person } = await addPerson(1);
      const second = await signIn(baseUrl, person.emailAddress, OWNER.password);
      const cookie = browser.cookie();
      expect((await browser.delete('/v1/session')).status).toBe(204);
      expect(browser.cookie()).toBeNull();
      browser.setCookie(cookie);
      expect((await browser.get('/v1/users/me')).status).toBe(401);
      expect((await second.get('/v1/users/me')).status).toBe(200);
      const third = await signIn(baseUrl, person.emailAddress, OWNER.password);
      expect((await third.delete('/v1/sessions')).status).toBe(204);
      for (const one of [second, third]) expect((await one.get('/v1/users/me')).status).toBe(401);
    });

    it('end when the user is deactivated', async () => {
      const { browser, users } = await addPerson(1, { role: 'member' });
      const [user] = users;
      await database().transact(({ accounts }) =>
        accounts.updateUser({ ...(user as User), status: 'deactivated' }),
      );
      expect((await browser.get('/v1/users/me')).status).toBe(401);
      const again = createBrowser(baseUrl).post('/v1/session', {
        emailAddress: user?.emailAddress,
        password: OWNER.password,
      });
      expect(await again).toMatchObject({ status: 403, body: refused('sign_in_failed') });
    });

    it('say the same of a wrong password and an unknown address', async () => {
      const browser = createBrowser(baseUrl);
      const wrong = await browser.post('/v1/session', { ...OWNER, password: 'wrong horse' });
      const unknown = await browser.post('/v1/session', { ...OWNER, emailAddress: 'nobody@example.com' });
      expect(wrong).toMatchObject({ status: 403, body: refused('sign_in_failed') });
      expect(unknown.body).toEqual(wrong.body);
      expect(browser.cookie()).toBeNull();
    });

    it('ask for the account where a person has several, and switch between these only', async () => {
      const { browser, users } = await addPerson(2);
      const before = await browser.get<{ accounts: unknown[] }>('/v1/session');
      expect(before.body).toMatchObject({ next: 'choose_account' });
      expect(before.body.accounts).toHaveLength(2);
      expect(before.body).not.toHaveProperty('user');
      expect(await browser.get('/v1/docs')).toMatchObject({ status: 401, body: refused('session_missing') });
      for (const { accountId } of users) {
        const cookie = browser.cookie();
        expect((await browser.put('/v1/session/account', { accountId })).body).toEqual({ next: 'signed_in' });
        expect(browser.cookie()).not.toBe(cookie);
        expect((await browser.get('/v1/account')).body).toMatchObject({ accountId });
        expect((await withCookie(cookie).get('/v1/account')).status).toBe(401);
      }
      const mine = await (await signIn(baseUrl)).get<{ accountId: string }>('/v1/account');
      const foreign = await browser.put('/v1/session/account', { accountId: mine.body.accountId });
      expect(foreign).toMatchObject({ status: 404, body: refused('account_not_found') });
    });

    it('slow down who tries passwords, and do not lock the person out', async () => {
      const { person, browser } = await addPerson(1);
      const attacker = createBrowser(baseUrl);
      const body = { emailAddress: person.emailAddress, password: 'wrong horse' };
      const answers = [];
      for (let attempt = 0; attempt < 10; attempt += 1)
        answers.push(await attacker.post('/v1/session', body));
      const last = answers.at(-1);
      expect(last).toMatchObject({ status: 429, body: refused('too_many_attempts') });
      expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
      // The session that is there goes on.
      expect((await browser.get('/v1/users/me')).status).toBe(200);
    });

    it('count attempts for a person, in whatever letters the address is written: \u0130 is found as i', async () => {
      const { person } = await addPerson(1, { emailAddress: `iiii.${randomUUID()}@example.com` });
      const spellings = ['iiii', '\u0130iii', 'i\u0130ii', 'ii\u0130i', 'iii\u0130'];
      const statuses = [];
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const spelling = spellings[attempt % spellings.length] ?? '';
        const emailAddress = person.emailAddress.replace('iiii', spelling);
        const body = { emailAddress, password: 'wrong horse' };
        statuses.push((await createBrowser(baseUrl).post('/v1/session', body)).status);
      }
      expect(statuses).toEqual([...Array(9).fill(403), 429]);
    });

    function withCookie(cookie: string | null): BrowserClient {
      const browser = createBrowser(baseUrl);
      browser.setCookie(cookie);
      return browser;
    }
  });
});
