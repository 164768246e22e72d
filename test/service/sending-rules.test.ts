import { randomUUID } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import { buildApiKey, buildUser } from '@countersign/identity/testing';
import { buildDocument, buildFile } from '@countersign/signing/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, authorize, createApiClient } from './api-client.ts';
import { documentBody, signOne, uploadFixture, waitFor, waitForStatus } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { anyDatabase, type TestService } from './start-service.ts';

interface OutboxMessage {
  readonly channel: string;
  readonly subject: string;
  readonly text: string;
}

describe('sending documents through the API', () => {
  let running: TestService;
  let fileId: string;
  beforeAll(async () => {
    running = await shareService(anyDatabase);
    fileId = await uploadFixture(running.client, 'plain/a4.pdf');
  });
  afterAll(() => running?.close());

  const post = (signee: object, changes: object = {}, client: ApiClient = running.client) =>
    client.post<{ documentId: string }>(
      '/v1/docs',
      documentBody(fileId, {
        signeeDetails: [{ fullName: 'Ada', signaturePlacement: 'new_page', ...signee }],
        ...changes,
      }),
    );
  const messagesTo = async (to: string) =>
    (await running.client.get<OutboxMessage[]>(`/outbox/messages?to=${encodeURIComponent(to)}`)).body;
  const waitForMessage = (to: string) =>
    waitFor(`a message to ${to}`, async () => (await messagesTo(to))[0] ?? null);

  it.each([
    ['[1-03] by SMS by default', '+46700000011', {}, 'sms'],
    ['[1-04] [2.4-08] by WhatsApp', '+46700000012', { phoneNumberDeliveryMethod: 'whatsapp' }, 'whatsapp'],
  ])('invites somebody with a phone number %s', async (_what, phoneNumber, method, channel) => {
    expect(await post({ phoneNumber, ...method })).toMatchObject({ status: 201 });
    const message = await waitForMessage(phoneNumber);
    expect(message).toMatchObject({ channel });
    expect(message.text).toMatch(/\/sign\/[\w-]+/);
    expect(await messagesTo(phoneNumber)).toHaveLength(1);
  });

  it('[2.4-09] refuses WhatsApp for an account without the capability', async () => {
    const stranger = await running.addAccount();
    const body = documentBody(await uploadFixture(stranger, 'plain/a4.pdf'), {
      signeeDetails: [
        {
          ...{ fullName: 'Ada', phoneNumber: '+46700000013', phoneNumberDeliveryMethod: 'whatsapp' },
          signaturePlacement: 'new_page',
        },
      ],
    });
    expect(await stranger.post('/v1/docs', body)).toMatchObject({
      status: 403,
      body: {
        errorCode: 'capability_missing',
        details: [{ path: 'signeeDetails.0.phoneNumberDeliveryMethod' }],
      },
    });
  });

  it('[D5-02] awaits signatures when the first invitation goes out', async () => {
    const emailAddress = `${randomUUID()}@example.com`;
    const sent = await post({ emailAddress });
    expect(sent.body).toMatchObject({ status: 'created' });
    await waitForMessage(emailAddress);
    const shown = await running.client.get(`/v1/docs/${sent.body.documentId}`);
    expect(shown.body).toMatchObject({ status: 'awaiting_signatures' });
  });

  it('[4.4-08] sends the status of a document to its owner, and to no colleague', async () => {
    const colleague = await addColleague();
    const name = `Lease ${randomUUID()}`;
    await signOne(running.client, { name, userId: colleague.userId, sharingSetting: 'shared' });
    const mine = await waitFor('the message', async () => {
      const messages = await messagesTo(colleague.emailAddress);
      return messages.length > 0 ? messages : null;
    });
    expect(mine.map(({ subject }) => subject.includes(name))).toEqual([true]);
    expect((await messagesTo('owner@example.com')).filter(({ subject }) => subject.includes(name))).toEqual(
      [],
    );
  });

  it('[4.4-43] [4.4-23] lists the own documents and those shared in the account; others are private', async () => {
    const colleague = await addColleague();
    const emailAddress = 'ada@example.com';
    const shared = (await post({ emailAddress }, { sharingSetting: 'shared' })).body.documentId;
    const unshared = (await post({ emailAddress })).body.documentId;
    const theirs = { fileId: await uploadFixture(colleague.client, 'plain/a4.pdf') };
    const own = (await post({ emailAddress }, theirs, colleague.client)).body.documentId;
    const list = await colleague.client.get<{ documents: { documentId: string }[] }>('/v1/docs?limit=50');
    const listed = list.body.documents.map(({ documentId }) => documentId);
    expect(listed).toEqual(expect.arrayContaining([shared, own]));
    expect(listed).not.toContain(unshared);
    expect(await running.client.get(`/v1/docs/${unshared}`)).toMatchObject({
      body: { sharingSetting: 'private' },
    });
    await waitForStatus(colleague.client, own, 'awaiting_signatures');
  });

  it('[2.2-17] has no documentUrl while the document is processed', async () => {
    const me = (await running.client.get<{ userId: string; accountId: string }>('/v1/users/me')).body;
    const file = buildFile(me);
    const document = buildDocument(file, { status: 'processing' });
    await running.service.database.transact(async ({ files, documents }) => {
      await files.insert(file);
      await documents.insert(document);
    });
    expect(await running.client.get(`/v1/docs/${document.documentId}`)).toMatchObject({
      body: { status: 'processing', documentUrl: null },
    });
  });

  it('[4-01] takes the access token from the header Authorization, as Bearer', async () => {
    const apiKey = running.apiKey;
    const { body } = await createApiClient(running.baseUrl).post<{ access_token: string }>('/v1/auth/token', {
      apiKey,
    });
    const token = body.access_token;
    const ask = (headers: Record<string, string>, path = '/v1/docs') =>
      running.client.anonymous.get(path, headers).then(({ status }) => status);
    expect(await ask({ authorization: `Bearer ${token}` })).toBe(200);
    expect(await ask({})).toBe(401);
    expect(await ask({ authorization: token })).toBe(401);
    expect(await ask({ authorization: `Basic ${token}` })).toBe(401);
    expect(await ask({ 'x-access-token': token })).toBe(401);
    expect(await ask({}, `/v1/docs?access_token=${token}`)).toBe(401);
  });

  it.each([
    ['/v1/docs', 'documents'],
    ['/v1/docs/drafts', 'drafts'],
    ['/v1/webhooks', 'webhooks'],
    ['/v1/account/users', 'users'],
    ['/v1/account/api-keys', 'apiKeys'],
    ['/v1/links', 'links'],
  ])('[D5-28] lists %s as %s with limit, offset and nextOffset', async (path, plural) => {
    const { status, body } = await running.client.get<object>(`${path}?limit=7&offset=0`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ limit: 7, offset: 0, [plural]: expect.any(Array) });
    expect(Object.keys(body).sort()).toEqual([plural, 'limit', 'nextOffset', 'offset'].sort());
  });

  it('[D0-02] warns of what has no effect, and refuses what cannot be done as asked', async () => {
    const emailAddress = 'ada@example.com';
    const signatureBox = { page: 0, x: 1, y: 1 };
    expect(await post({ emailAddress, signatureBox, colour: 'red' }, { flavour: 'sweet' })).toMatchObject({
      status: 201,
      body: {
        warnings: expect.arrayContaining([
          expect.objectContaining({ code: 'unknown_member', path: 'flavour' }),
          expect.objectContaining({ code: 'unknown_member', path: 'signeeDetails.0.colour' }),
          expect.objectContaining({
            code: 'member_without_effect',
            path: 'signeeDetails.0.signatureBox',
          }),
        ]),
      },
    });
    expect(await post({ emailAddress }, { language: 'tlh' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'language' }] },
    });
  });

  async function addColleague() {
    const { accountId } = (await running.client.get<{ accountId: string }>('/v1/users/me')).body;
    const user = buildUser(accountId);
    const secret = `sk_${user.userId}`;
    await running.service.database.transact(async ({ accounts }) => {
      await accounts.insertUser(user);
      await accounts.insertApiKey(buildApiKey(user, { keyHash: hashSecret(secret) }));
    });
    return { ...user, client: await authorize(running.baseUrl, secret) };
  }
});
