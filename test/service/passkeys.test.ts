import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { addPerson, PASSWORD } from './add-person.ts';
import { type BrowserClient, createBrowser } from './api-client.ts';
import { waitFor } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';
import { databaseKinds, type TestService } from './start-service.ts';

const refused = (errorCode: string) => expect.objectContaining({ success: false, errorCode });

interface Options<T> {
  readonly options: T;
}

type CreateOptions = Parameters<SoftwareAuthenticator['create']>[0];
type GetOptions = Parameters<SoftwareAuthenticator['get']>[0];

describe.each(shareOf(databaseKinds))('passkeys on the $title database', ({ kind, skip }) => {
  describe.skipIf(skip)('through HTTP', () => {
    let service: TestService;
    let baseUrl: string;
    beforeAll(async () => {
      service = await shareService(kind);
      ({ baseUrl } = service);
    }, 120_000);
    afterAll(() => service?.close());

    const database = () => service.service.database;

    async function begin(browser: BrowserClient) {
      const answer = await browser.post<Options<CreateOptions>>('/v1/users/me/passkeys/options', {
        currentPassword: PASSWORD,
      });
      expect(answer.status).toBe(200);
      return answer.body.options;
    }

    const add = (browser: BrowserClient, credential: object) =>
      browser.post<{ passkeyId: string }>('/v1/users/me/passkeys', { name: 'Phone', credential });

    async function addPasskey(browser: BrowserClient) {
      const device = new SoftwareAuthenticator(baseUrl);
      const added = await add(browser, device.create(await begin(browser)));
      expect(added).toMatchObject({
        status: 201,
        body: { name: 'Phone', isSynced: false, lastUsedAt: null },
      });
      return { device, passkeyId: added.body.passkeyId };
    }

    const challenge = async (page: BrowserClient) =>
      (await page.bare<Options<GetOptions>>('POST', '/v1/session/passkey/options')).body.options;

    const use = (page: BrowserClient, credential: object) => page.post('/v1/session/passkey', { credential });

    it('sign in without address and password, and no second factor is asked for', async () => {
      const { browser, user } = await addPerson(service);
      const { device } = await addPasskey(browser);
      await database().transact(async ({ people }) => {
        const person = await people.lock(user.personId ?? '');
        const totp = { secret: 'JBSWY3DPEHPK3PXP', confirmedAt: new Date(), lastStep: 0 };
        if (person !== null) await people.update({ ...person, totp });
      });
      const page = createBrowser(baseUrl);
      const answer = await use(page, device.get(await challenge(page)));
      expect(answer).toMatchObject({ status: 200, body: { next: 'signed_in' } });
      expect((await page.get('/v1/users/me')).body).toMatchObject({ userId: user.userId });
      const { body } = await page.get<{ passkeys: object[] }>('/v1/users/me/passkeys');
      expect(body.passkeys).toMatchObject([{ name: 'Phone', lastUsedAt: expect.any(String) }]);
    });

    it('outlive a new password, also those of an intruder, so the mail about it says so', async () => {
      const { browser, user } = await addPerson(service);
      const { device } = await addPasskey(browser);
      const change = { currentPassword: PASSWORD, password: 'correct horse battery' };
      expect((await browser.put('/v1/users/me/password', change)).status).toBe(204);
      const page = createBrowser(baseUrl);
      expect((await use(page, device.get(await challenge(page)))).status).toBe(200);
      const mail = await waitFor('the mail', async () => {
        const mails = await service.client.get<{ text: string; subject: string }[]>(
          `/outbox/messages?to=${encodeURIComponent(user.emailAddress)}`,
        );
        return mails.body.find(({ subject }) => /password was changed/.test(subject)) ?? null;
      });
      expect(mail.text).toContain('API keys and passkeys still work');
    });

    it('take an answer once: the challenge is used up', async () => {
      const { browser } = await addPerson(service);
      const { device } = await addPasskey(browser);
      const page = createBrowser(baseUrl);
      const credential = device.get(await challenge(page));
      const answers = await Promise.all([use(page, credential), use(createBrowser(baseUrl), credential)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
      expect(await use(page, credential)).toMatchObject({ status: 403, body: refused('sign_in_failed') });
    });

    it('refuse another site, a made-up challenge, a missing PIN, a copied key and a changed answer', async () => {
      const { browser } = await addPerson(service);
      const { device } = await addPasskey(browser);
      const page = createBrowser(baseUrl);
      const forged = { challenge: Buffer.alloc(32, 7).toString('base64url'), rpId: 'localhost' };
      const elsewhere = device.get(await challenge(page), 'https://evil.example');
      const changed = device.get(await challenge(page));
      const unverified = new SoftwareAuthenticator(baseUrl).get(await challenge(page));
      const strangers = { ...device.get(await challenge(page)), id: unverified.id };
      for (const credential of [
        device.get(forged),
        elsewhere,
        { ...changed, response: { ...changed.response, signature: 'MEUCIQ' } },
        unverified,
        strangers,
      ])
        expect(await use(page, credential)).toMatchObject({ status: 403, body: refused('sign_in_failed') });
      device.isUserVerified = false;
      expect((await use(page, device.get(await challenge(page)))).status).toBe(403);
      device.isUserVerified = true;
      expect((await use(page, device.get(await challenge(page)))).status).toBe(200);
      device.signCount = 0;
      expect((await use(page, device.get(await challenge(page)))).status).toBe(403);
      const log = await browser.get<{ events: { details: object }[] }>('/v1/account/audit-log?limit=50');
      expect(log.body.events).toContainEqual(
        expect.objectContaining({ type: 'session.refused', details: { method: 'passkey' } }),
      );
    });

    it('are added with the password, for the person who asked, and once', async () => {
      const { browser } = await addPerson(service);
      const wrong = { currentPassword: 'wrong horse' };
      const answer = await browser.post('/v1/users/me/passkeys/options', wrong);
      expect(answer).toMatchObject({ status: 403, body: refused('password_wrong') });
      const { browser: other } = await addPerson(service);
      const device = new SoftwareAuthenticator(baseUrl);
      const stolen = device.create(await begin(browser));
      expect(await add(other, stolen)).toMatchObject({ status: 403, body: refused('passkey_refused') });
      const page = createBrowser(baseUrl);
      const signInChallenge = await challenge(page);
      const mixed = { ...(await begin(browser)), challenge: signInChallenge.challenge };
      expect((await add(browser, device.create(mixed))).status).toBe(403);
      const credential = device.create(await begin(browser));
      expect((await add(browser, credential)).status).toBe(201);
      expect((await add(browser, credential)).status).toBe(403);
      const known = await browser.post<Options<{ excludeCredentials: { id: string }[] }>>(
        '/v1/users/me/passkeys/options',
        { currentPassword: PASSWORD },
      );
      expect(known.body.options.excludeCredentials).toMatchObject([{ id: credential.id }]);
    });

    it('are renamed and deleted by their person only, and then useless', async () => {
      const { browser } = await addPerson(service);
      const { device, passkeyId } = await addPasskey(browser);
      const path = `/v1/users/me/passkeys/${passkeyId}`;
      const { browser: other } = await addPerson(service);
      for (const answer of [await other.patch(path, { name: 'Mine' }), await other.delete(path)])
        expect(answer).toMatchObject({ status: 404, body: refused('passkey_not_found') });
      expect((await browser.patch(path, { name: 'Old phone' })).body).toMatchObject({ name: 'Old phone' });
      expect((await browser.delete(path)).status).toBe(204);
      const page = createBrowser(baseUrl);
      expect((await use(page, device.get(await challenge(page)))).status).toBe(403);
    });
  });
});
