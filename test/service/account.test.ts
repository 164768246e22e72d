import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSecret } from '@countersign/base';
import type { User } from '@countersign/identity';
import { buildApiKey, buildUser } from '@countersign/identity/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { type ApiClient, authorize, createApiClient } from './api-client.ts';
import { documentBody, readInvitation, uploadFixture } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

interface Me {
  readonly userId: string;
  readonly accountId: string;
}

interface NewKey {
  readonly apiKeyId: string;
  readonly apiKey: string;
}

interface KeyList {
  readonly nextOffset: number | null;
  readonly apiKeys: readonly Record<string, unknown>[];
}

const CAPABILITY_RULES = [
  ['[2.9-04] [D8-04] names templates', 'templates'],
  ['[2.9-05] [D8-04] names signatureBankId', 'signatureBankId'],
  ['[2.9-06] [D8-04] names signatureIdScan', 'signatureIdScan'],
  ['[2.9-07] [D8-04] names signatureFaceLiveness', 'signatureFaceLiveness'],
  ['[2.9-08] [D8-04] names deliverySms', 'deliverySms'],
  ['[2.9-09] [D8-04] names deliveryWhatsapp', 'deliveryWhatsapp'],
  ['[2.9-10] [D8-04] names signingOrder', 'signingOrder'],
  ['[2.9-11] [D8-04] names aiAssistant', 'aiAssistant'],
  ['[2.9-12] [D8-04] names publicLinks', 'publicLinks'],
  ['[2.9-13] [D8-04] names publicLinksCreate', 'publicLinksCreate'],
] as const;

const refused = (errorCode: string) => expect.objectContaining({ success: false, errorCode });

describe.each(shareOf(databaseKinds))('account on the $title database', ({ kind, skip }) => {
  describe.skipIf(skip)('through HTTP', () => {
    let service: TestService;
    let owner: ApiClient;
    let me: Me;
    beforeAll(async () => {
      service = await shareService(kind);
      owner = service.client;
      me = (await owner.get<Me>('/v1/users/me')).body;
    }, 60_000);
    afterAll(() => service.close());

    /** A colleague with a key of their own. */
    async function addUser(changes: Partial<User>) {
      const user = buildUser(me.accountId, changes);
      const secret = `sk_${user.userId}`;
      await service.service.database.transact(async ({ accounts }) => {
        await accounts.insertUser(user);
        await accounts.insertApiKey(buildApiKey(user, { keyHash: hashSecret(secret) }));
      });
      return { user, secret, client: await authorize(service.baseUrl, secret) };
    }

    const createKey = async (client: ApiClient) =>
      (await client.post<NewKey>('/v1/account/api-keys', { name: 'Nightly export' })).body;

    const fetchToken = (apiKey: string) =>
      createApiClient(service.baseUrl).post<{ access_token: string }>('/v1/auth/token', { apiKey });

    it('[D8-01] answers who the caller is', async () => {
      const answer = await owner.get('/v1/users/me');
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        userId: expect.any(String),
        fullName: 'First user',
        emailAddress: 'owner@example.com',
        language: 'en',
        accountId: expect.any(String),
        accountName: 'First account',
      });
    });

    it('[D8-02] answers the account, and what an owner changed of it', async () => {
      const changed = await owner.patch('/v1/account', { name: 'Nordhavn AB', timeZone: 'Europe/Oslo' });
      expect(changed.status).toBe(200);
      const expected = { accountId: me.accountId, name: 'Nordhavn AB', timeZone: 'Europe/Oslo' };
      expect((await owner.get('/v1/account')).body).toMatchObject(expected);
      const refusal = await owner.patch<{ details: unknown }>('/v1/account', { timeZone: 'Mars/Base' });
      expect(refusal.status).toBe(400);
      expect(refusal.body.details).toMatchObject([{ path: 'timeZone' }]);
      expect((await owner.get('/v1/account')).body).toMatchObject(expected);
    });

    it('[D8-03] lists the users of the account, and of no other', async () => {
      const { user } = await addUser({ role: 'member', fullName: 'Ada' });
      const other = await service.addAccount();
      const { body } = await owner.get<{ users: readonly User[] }>('/v1/account/users?limit=50');
      expect(body).toMatchObject({ limit: 50, offset: 0, nextOffset: null });
      const listed = body.users.find(({ userId }) => userId === user.userId);
      expect(listed).toMatchObject({ fullName: 'Ada', role: 'member', status: 'active' });
      expect(listed).not.toHaveProperty('passwordHash');
      expect(body.users.map(({ userId }) => userId)).toContain(me.userId);
      const others = await other.get<{ users: readonly User[] }>('/v1/account/users');
      expect(others.body.users).toHaveLength(1);
      const change = await other.patch(`/v1/account/users/${user.userId}`, { role: 'admin' });
      expect(change).toMatchObject({ status: 404, body: refused('user_not_found') });
    });

    it.each(CAPABILITY_RULES)('%s among the capabilities, as a boolean', async (_, name) => {
      const { body } = await owner.get<Record<string, unknown>>('/v1/account/capabilities');
      expect(body[name]).toEqual(expect.any(Boolean));
    });

    it('[D8-05] capabilities name the limits', async () => {
      const { body } = await owner.get<{ limits: unknown }>('/v1/account/capabilities');
      const limits = { maxFileSize: 52_428_800, maxSignees: 50, maxPersonalMessage: 500 };
      expect(body.limits).toMatchObject(limits);
    });

    it('[D8-13] a capability without its provider is false, whatever the account has', async () => {
      const { body } = await owner.get<Record<string, unknown>>('/v1/account/capabilities');
      const missing = { signatureBankId: false, signatureIdScan: false, signatureFaceLiveness: false };
      expect(body).toMatchObject(missing);
      // The outbox of development is the provider of SMS and WhatsApp.
      expect(body).toMatchObject({ deliverySms: true, deliveryWhatsapp: true, templates: true });
    });

    it('[D8-06] [D8-08] makes a key that starts with sk_ and gives tokens', async () => {
      const answer = await owner.post<NewKey>('/v1/account/api-keys', { name: 'Nightly export' });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ name: 'Nightly export', lastUsedAt: null });
      expect(answer.body.apiKey).toMatch(/^sk_.{43}$/);
      const { userId } = (
        await (await authorize(service.baseUrl, answer.body.apiKey)).get<Me>('/v1/users/me')
      ).body;
      expect(userId).toBe(me.userId);
    });

    it('[D8-07] [D8-10] lists keys by their prefix and last use, and never shows one again', async () => {
      const { apiKey, apiKeyId } = await createKey(owner);
      await fetchToken(apiKey);
      const answer = await owner.get<KeyList>('/v1/account/api-keys?limit=50');
      const listed = answer.body.apiKeys.find((key) => key.apiKeyId === apiKeyId);
      expect(Object.keys(listed ?? {})).toEqual(['apiKeyId', 'name', 'prefix', 'createdAt', 'lastUsedAt']);
      expect(listed).toMatchObject({ prefix: apiKey.slice(0, 11), lastUsedAt: expect.any(String) });
      expect(answer.bytes.includes(apiKey)).toBe(false);
    });

    it('[D8-09] a deleted key is useless, and so are its tokens', async () => {
      const { apiKey, apiKeyId } = await createKey(owner);
      const client = await authorize(service.baseUrl, apiKey);
      expect((await client.get('/v1/account')).status).toBe(200);
      expect((await owner.delete(`/v1/account/api-keys/${apiKeyId}`)).status).toBe(204);
      expect(await client.get('/v1/account')).toMatchObject({ status: 401, body: refused('token_invalid') });
      expect(await fetchToken(apiKey)).toMatchObject({ status: 401, body: refused('api_key_invalid') });
      const again = await owner.delete(`/v1/account/api-keys/${apiKeyId}`);
      expect(again).toMatchObject({ status: 404, body: refused('api_key_not_found') });
    });

    it('keeps the management of keys and users from members', async () => {
      const { client, user } = await addUser({ role: 'member' });
      const answers = await Promise.all([
        client.get('/v1/account/api-keys'),
        client.post('/v1/account/api-keys', { name: 'Mine' }),
        client.patch(`/v1/account/users/${user.userId}`, { role: 'owner' }),
        client.patch('/v1/account', { name: 'Ours' }),
      ]);
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 403, body: refused('role_missing') });
      expect((await client.get('/v1/account')).status).toBe(200);
    });

    it('lets only owners make owners, and keeps one', async () => {
      const admin = await addUser({ role: 'admin' });
      const member = await addUser({ role: 'member' });
      const path = `/v1/account/users/${member.user.userId}`;
      expect((await admin.client.patch(path, { role: 'owner' })).body).toEqual(refused('role_missing'));
      expect((await admin.client.patch(path, { role: 'admin' })).body).toMatchObject({ role: 'admin' });
      const myself = await owner.patch(`/v1/account/users/${me.userId}`, { role: 'member' });
      expect(myself).toMatchObject({ status: 403, body: refused('last_owner') });
      expect((await owner.patch(path, { role: 'owner' })).body).toMatchObject({ role: 'owner' });
      expect((await owner.patch(path, { role: 'member' })).status).toBe(200);
    });

    it('ends tokens and keys of a deactivated user until they are active again', async () => {
      const { client, user, secret } = await addUser({ role: 'member' });
      const path = `/v1/account/users/${user.userId}`;
      expect((await owner.patch(path, { status: 'deactivated' })).body).toMatchObject({
        status: 'deactivated',
      });
      expect((await client.get('/v1/account')).status).toBe(401);
      expect((await fetchToken(secret)).status).toBe(401);
      expect((await owner.patch(path, { status: 'active' })).status).toBe(200);
      expect((await fetchToken(secret)).status).toBe(200);
    });

    it('presents an account by its own name, logo and language in mails and on signing pages', async () => {
      const path = join(mkdtempSync(join(tmpdir(), 'countersign-logo-')), 'logo.jpg');
      await sharp({ create: { width: 900, height: 300, channels: 3, background: '#7a1f5c' } })
        .withExif({ IFD0: { Copyright: 'where it was taken' } })
        .jpeg()
        .toFile(path);
      const setLogo = (client: ApiClient, file = path) =>
        client.upload<{ logoUrl: string; errorCode: string }>(file, { to: '/v1/account/logo' });
      const first = await setLogo(owner);
      const { body: branded } = await setLogo(owner);
      const brand = { senderName: 'Nordhavn HR', language: 'sv' };
      expect((await owner.patch('/v1/account', brand)).body).toMatchObject({
        ...brand,
        logoUrl: branded.logoUrl,
      });

      const picture = await fetch(branded.logoUrl);
      expect(picture.headers.get('content-type')).toBe('image/png');
      const { width, height, exif } = await sharp(await picture.arrayBuffer()).metadata();
      expect([width, height, exif]).toEqual([540, 180, undefined]);
      expect((await fetch(first.body.logoUrl)).status).toBe(404);

      const emailAddress = 'brand@example.com';
      const fileId = await uploadFixture(owner);
      await owner.post(
        '/v1/docs',
        documentBody(fileId, { signeeDetails: [{ emailAddress, signaturePlacement: 'new_page' }] }),
      );
      const link = await readInvitation(owner, emailAddress);
      const { body: mails } = await owner.get<Record<string, string>[]>(
        `/outbox/messages?to=${emailAddress}`,
      );
      expect(mails[0]).toMatchObject({ senderName: 'Nordhavn HR' });
      expect(mails[0]?.html).toContain(`<img src="${branded.logoUrl}" alt="Nordhavn HR"`);
      expect(mails[0]?.html).toContain('lang="sv"');
      expect((await owner.get(`${link}/session`)).body).toMatchObject({
        ...{ senderName: 'Nordhavn HR', senderLogoUrl: branded.logoUrl, language: 'sv' },
      });

      const { client: member } = await addUser({ role: 'member' });
      expect(await setLogo(member)).toMatchObject({ status: 403, body: refused('role_missing') });
      expect(await setLogo(owner, fixturePath('plain/a4.pdf'))).toMatchObject({
        body: refused('logo_refused'),
      });
      expect((await owner.delete('/v1/account/logo')).status).toBe(204);
      expect((await fetch(branded.logoUrl)).status).toBe(404);
      const back = await owner.patch('/v1/account', { senderName: null, language: 'en' });
      expect(back.body).toMatchObject({ senderName: null, logoUrl: null });
    });
  });
});
