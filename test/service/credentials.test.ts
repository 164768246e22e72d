import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOfStep, decodeBase32, stepAt } from '../../packages/identity/totp.ts';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { addPerson, PASSWORD } from './add-person.ts';
import { type BrowserClient, createBrowser, signIn } from './api-client.ts';
import { waitFor } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

const NEW_PASSWORD = 'battery staple';
const refused = (errorCode: string) => expect.objectContaining({ success: false, errorCode });

describe.each(shareOf(databaseKinds))('credentials on the $title database', ({ kind, skip }) => {
  describe.skipIf(skip)('through HTTP', () => {
    let service: TestService;
    let baseUrl: string;
    beforeAll(async () => {
      service = await shareService(kind);
      ({ baseUrl } = service);
    }, 120_000);
    afterAll(() => service?.close());

    const database = () => service.service.database;

    const tryPassword = (emailAddress: string, password: string) =>
      createBrowser(baseUrl).post<{ next: string }>('/v1/session', { emailAddress, password });

    const readMails = async (to: string) =>
      (
        await service.client.get<{ text: string; subject: string }[]>(
          `/outbox/messages?to=${encodeURIComponent(to)}`,
        )
      ).body;

    const waitForMail = (to: string, subject: RegExp) =>
      waitFor('the mail', async () => {
        const mails = await readMails(to);
        return mails.find((mail) => subject.test(mail.subject)) ?? null;
      });

    const listEventTypes = async (browser: BrowserClient) => {
      const answer = await browser.get<{ events: { type: string }[] }>('/v1/account/audit-log?limit=50');
      return answer.body.events.map(({ type }) => type);
    };

    it('a password is changed with the current one, ends other sessions, and is told by mail', async () => {
      const { user, browser } = await addPerson(service);
      const other = await signIn(baseUrl, user.emailAddress, PASSWORD);
      const change = (currentPassword: string, password: string) =>
        browser.put('/v1/users/me/password', { currentPassword, password });
      const wrong = await change('wrong horse', NEW_PASSWORD);
      expect(wrong).toMatchObject({ status: 403, body: refused('password_wrong') });
      const weak = await change(PASSWORD, user.emailAddress);
      expect(weak).toMatchObject({ status: 400, body: { details: [{ path: 'password' }] } });
      const before = browser.cookie();
      expect((await change(PASSWORD, NEW_PASSWORD)).status).toBe(204);
      expect(browser.cookie()).not.toBe(before);
      expect((await browser.get('/v1/users/me')).status).toBe(200);
      expect((await other.get('/v1/users/me')).status).toBe(401);
      expect((await tryPassword(user.emailAddress, PASSWORD)).status).toBe(403);
      expect((await tryPassword(user.emailAddress, NEW_PASSWORD)).status).toBe(200);
      const { text } = await waitForMail(user.emailAddress, /password was changed/);
      expect(text).toContain('/settings/profile');
      expect(await listEventTypes(browser)).toEqual(
        expect.arrayContaining(['password.changed', 'session.refused', 'session.started']),
      );
    });

    it('a password is reset by a link that works once, and every session ends', async () => {
      const { user, browser } = await addPerson(service);
      const page = createBrowser(baseUrl);
      const ask = (emailAddress: string) => page.post('/v1/password-resets', { emailAddress });
      const [known, unknown] = [await ask(user.emailAddress), await ask('nobody@example.com')];
      expect([known.status, known.bytes]).toEqual([202, unknown.bytes]);
      expect(unknown.status).toBe(202);
      const mail = await waitForMail(user.emailAddress, /new password/);
      const [, token = ''] = /\/reset\/([\w-]+)/.exec(mail.text) ?? [];
      const reset = (password: string) => page.put(`/v1/password-resets/${token}`, { password });
      expect((await reset('12345678')).status).toBe(400);
      const answers = await Promise.all([reset(NEW_PASSWORD), reset(NEW_PASSWORD)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404]);
      expect((await browser.get('/v1/users/me')).status).toBe(401);
      expect((await tryPassword(user.emailAddress, NEW_PASSWORD)).status).toBe(200);
      expect(await readMails('nobody@example.com')).toEqual([]);
      expect(JSON.stringify(await database().read.people.findPasswordReset(token))).toBe('null');
    });

    async function enableTotp(browser: BrowserClient) {
      const begun = await browser.post<{ secret: string; uri: string }>('/v1/users/me/totp', {
        currentPassword: PASSWORD,
      });
      expect(begun.status).toBe(201);
      const { secret, uri } = begun.body;
      expect(new URL(uri).searchParams.get('secret')).toBe(secret);
      const key = decodeBase32(secret);
      // The earlier step leaves the present one for the sign-in.
      const code = codeOfStep(key, stepAt(new Date()) - 1);
      const confirmed = await browser.put<{ recoveryCodes: string[] }>('/v1/users/me/totp', { code });
      expect(confirmed.status).toBe(200);
      return { secret, key, recoveryCodes: confirmed.body.recoveryCodes };
    }

    it('an authenticator app is asked for at sign-in, and its code works once', async () => {
      const { user, browser } = await addPerson(service);
      const { secret, key } = await enableTotp(browser);
      expect((await browser.get('/v1/users/me/totp')).body).toMatchObject({
        isEnabled: true,
        recoveryCodesLeft: 10,
      });
      const page = createBrowser(baseUrl);
      const begun = await page.post('/v1/session', { emailAddress: user.emailAddress, password: PASSWORD });
      expect(begun.body).toEqual({ next: 'second_factor' });
      const half = page.cookie();
      expect(await page.get('/v1/docs')).toMatchObject({ status: 401, body: refused('session_missing') });
      expect((await page.get('/v1/session')).body).toEqual({ next: 'second_factor' });
      const account = await page.put('/v1/session/account', { accountId: user.accountId });
      expect(account).toMatchObject({ status: 401, body: refused('session_missing') });
      const enter = (code: string, browserOf = page) => browserOf.post('/v1/session/second-factor', { code });
      expect(await enter('000000')).toMatchObject({ status: 403, body: refused('code_wrong') });
      const code = codeOfStep(key, stepAt(new Date()));
      expect((await enter(code)).body).toEqual({ next: 'signed_in' });
      expect(page.cookie()).not.toBe(half);
      expect((await page.get('/v1/users/me')).status).toBe(200);
      // The id of the half-way session is not one any more.
      const thief = createBrowser(baseUrl);
      thief.setCookie(half);
      expect((await thief.get('/v1/session')).body).toEqual({ next: 'sign_in' });
      const again = await signIn(baseUrl, user.emailAddress, PASSWORD);
      expect(await enter(code, again)).toMatchObject({ status: 403, body: refused('code_wrong') });
      expect((await database().read.people.findByEmail(user.emailAddress))?.totp?.secret).toBe(secret);
    });

    it('recovery codes stand in for the app, each once, and new ones end the earlier', async () => {
      const { user, browser } = await addPerson(service);
      const { recoveryCodes } = await enableTotp(browser);
      expect(new Set(recoveryCodes).size).toBe(10);
      const [first = '', second = ''] = recoveryCodes;
      const enter = async (code: string) => {
        const page = await signIn(baseUrl, user.emailAddress, PASSWORD);
        return (await page.post('/v1/session/second-factor', { code })).status;
      };
      expect(await enter(first.toUpperCase())).toBe(200);
      expect(await enter(first)).toBe(403);
      const renewed = await browser.post<{ recoveryCodes: string[] }>('/v1/users/me/totp/recovery-codes', {
        currentPassword: PASSWORD,
      });
      expect(renewed.status).toBe(201);
      expect(await enter(second)).toBe(403);
      expect(await enter(renewed.body.recoveryCodes[0] ?? '')).toBe(200);
      await waitForMail(user.emailAddress, /recovery code was used/);
    });

    it('an app is removed with the password only, and then not asked for', async () => {
      const { user, browser } = await addPerson(service);
      await enableTotp(browser);
      const disable = (currentPassword: string) =>
        browser.post('/v1/users/me/totp/disable', { currentPassword });
      expect(await disable('wrong horse')).toMatchObject({ status: 403, body: refused('password_wrong') });
      const twice = await browser.post('/v1/users/me/totp', { currentPassword: PASSWORD });
      expect(twice).toMatchObject({ status: 409, body: refused('totp_enabled') });
      expect((await disable(PASSWORD)).status).toBe(204);
      expect((await tryPassword(user.emailAddress, PASSWORD)).body).toEqual({ next: 'signed_in' });
      expect(await listEventTypes(browser)).toEqual(
        expect.arrayContaining(['totp.enabled', 'totp.disabled']),
      );
    });

    it('codes are tried a few times only, whoever has the password', async () => {
      const { user, browser } = await addPerson(service);
      await enableTotp(browser);
      const page = await signIn(baseUrl, user.emailAddress, PASSWORD);
      const statuses = [];
      for (let attempt = 0; attempt < 10; attempt += 1)
        statuses.push((await page.post('/v1/session/second-factor', { code: `00000${attempt}` })).status);
      expect(statuses.at(-1)).toBe(429);
      await waitForMail(user.emailAddress, /tries to sign in/);
      expect(await listEventTypes(browser)).toContain('session.limited');
    });

    it('sessions are listed with the present one, and others are ended from there', async () => {
      const { user, browser } = await addPerson(service);
      const second = await signIn(baseUrl, user.emailAddress, PASSWORD);
      const { body } = await browser.get<{ sessions: { sessionId: string; isCurrent: boolean }[] }>(
        '/v1/users/me/sessions',
      );
      expect(body.sessions).toHaveLength(2);
      expect(body.sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
      const other = body.sessions.find(({ isCurrent }) => !isCurrent)?.sessionId ?? '';
      const stranger = await signIn(baseUrl);
      const foreign = await stranger.delete(`/v1/users/me/sessions/${other}`);
      expect(foreign).toMatchObject({ status: 404, body: refused('session_not_found') });
      expect((await browser.delete(`/v1/users/me/sessions/${other}`)).status).toBe(204);
      expect((await second.get('/v1/users/me')).status).toBe(401);
      expect((await browser.get('/v1/users/me')).status).toBe(200);
    });

    it('and sessions are for browsers: a token manages none of them', async () => {
      const { client } = service;
      const answers = await Promise.all([
        client.get('/v1/users/me/sessions'),
        client.get('/v1/users/me/totp'),
        client.put('/v1/users/me/password', { currentPassword: PASSWORD, password: NEW_PASSWORD }),
        client.bare('DELETE', '/v1/sessions'),
      ]);
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 403, body: refused('page_required') });
    });

    it('an API key is made in a browser with the password, so that one left open is not enough, and told by mail', async () => {
      const { user, browser } = await addPerson(service);
      const make = (body: object) => browser.post('/v1/account/api-keys', { name: 'Export', ...body });
      expect(await make({})).toMatchObject({ status: 403, body: refused('password_wrong') });
      const wrong = await make({ currentPassword: 'wrong horse' });
      expect(wrong).toMatchObject({ status: 403, body: refused('password_wrong') });
      expect((await make({ currentPassword: PASSWORD })).status).toBe(201);
      const mail = await waitForMail(user.emailAddress, /API key/);
      expect(mail.text).toContain('delete it in the settings if it was not you');
    });

    it('the log of an account is for its owners and admins, and of that account', async () => {
      const { browser, user } = await addPerson(service);
      await browser.post('/v1/account/users', { emailAddress: 'new@example.com', role: 'admin' });
      await browser.post('/v1/account/api-keys', { name: 'Export', currentPassword: PASSWORD });
      await browser.patch('/v1/account', { name: 'Renamed' });
      const { body } = await browser.get<{ nextOffset: number; events: Record<string, unknown>[] }>(
        '/v1/account/audit-log?limit=3',
      );
      expect(body.nextOffset).toBe(3);
      expect(body.events.map(({ type }) => type)).toEqual([
        'account.changed',
        'api_key.created',
        'user.invited',
      ]);
      expect(body.events[2]).toMatchObject({
        userId: user.userId,
        address: expect.stringMatching(/[.:]/),
        details: { emailAddress: 'new@example.com', role: 'admin' },
      });
      const mine = await (await signIn(baseUrl)).get<{ events: { userId: string }[] }>(
        '/v1/account/audit-log?limit=50',
      );
      expect(mine.body.events.map(({ userId }) => userId)).not.toContain(user.userId);
      await database().transact(({ accounts }) => accounts.updateUser({ ...user, role: 'member' }));
      const member = await browser.get('/v1/account/audit-log');
      expect(member).toMatchObject({ status: 403, body: refused('role_missing') });
    });

    it('people change their name, language and time zone, and nothing else of theirs', async () => {
      const { browser, user } = await addPerson(service);
      const changed = await browser.patch('/v1/users/me', {
        fullName: 'Greta Ö',
        language: 'sv',
        timeZone: 'Europe/Oslo',
        role: 'member',
        emailAddress: 'x@example.com',
      });
      expect(changed).toMatchObject({
        status: 200,
        body: { fullName: 'Greta Ö', language: 'sv', timeZone: 'Europe/Oslo', role: 'owner' },
      });
      expect((changed.body as { emailAddress: string }).emailAddress).toBe(user.emailAddress);
      const back = await browser.patch('/v1/users/me', { timeZone: null });
      expect(back.body).toMatchObject({ timeZone: null, fullName: 'Greta Ö' });
      const wrong = await browser.patch('/v1/users/me', { timeZone: 'Mars/Base', fullName: 'x\u202ey' });
      expect(wrong).toMatchObject({
        status: 400,
        body: { details: [{ path: 'fullName' }, { path: 'timeZone' }] },
      });
    });
  });
});
