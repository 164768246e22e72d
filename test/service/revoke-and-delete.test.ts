import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import {
  documentBody,
  readInvitation,
  signByHand,
  signOne,
  uploadFixture,
  waitFor,
  waitForStatus,
} from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

describe.each(shareOf(databaseKinds))('revoking and deleting on the $title database', ({ kind, skip }) => {
  let running: TestService;
  beforeAll(async () => {
    if (skip) return;
    running = await shareService(kind);
  });
  afterAll(() => running?.close());

  const revoke = (documentId: string, body?: object) =>
    running.client.put<{ documentId: string; errorCode?: string; message?: string }>(
      `/v1/docs/${documentId}/revoke`,
      body,
    );
  const remove = (documentId: string) =>
    running.client.delete<{ errorCode?: string }>(`/v1/docs/${documentId}`);

  /** An open document, its signee's address and the link that was sent there. */
  async function send(fileId?: string) {
    const { client } = running;
    const emailAddress = `${randomUUID()}@example.com`;
    const signeeDetails = [{ fullName: 'Ada', emailAddress, signaturePlacement: 'new_page' }];
    const body = documentBody(fileId ?? (await uploadFixture(client)), { signeeDetails });
    const { documentId } = (await client.post<{ documentId: string }>('/v1/docs', body)).body;
    const link = await readInvitation(client, emailAddress);
    return { documentId, fileId: body.fileId, link, emailAddress };
  }

  it.skipIf(skip)(
    '[3-07] [3-09] [3-10] [3-11] [2.2-05] [4.4-48] revoking ends the links at once, tells who was invited, and keeps the document',
    async () => {
      const { client } = running;
      const { documentId, link, emailAddress } = await send();
      const answer = await revoke(documentId, { errorLanguage: 'sv' });
      expect(answer).toMatchObject({ status: 200, body: { documentId } });
      const session = await client.anonymous.get(`${link}/session`);
      expect(session.body).toMatchObject({ canSign: false, reason: 'revoked', pages: 0, fields: [] });
      expect((await client.anonymous.get(`${link}/document.pdf`)).status).toBe(403);
      expect(await signByHand(client.anonymous, link)).toMatchObject({
        status: 403,
        body: { errorCode: 'document_not_signable' },
      });
      const shown = await client.get(`/v1/docs/${documentId}`);
      expect(shown.body).toMatchObject({ status: 'revoked', revokedAt: expect.stringMatching(/Z$/) });
      await waitFor('the notice', async () => {
        const path = `/outbox/messages?to=${encodeURIComponent(emailAddress)}`;
        return (await client.get<object[]>(path)).body.length === 2 ? true : null;
      });
    },
  );

  it.skipIf(skip)('[D5-09] revoking again is 200 and changes nothing', async () => {
    const { documentId } = await send();
    await revoke(documentId);
    const before = (await running.client.get(`/v1/docs/${documentId}`)).body;
    expect((await revoke(documentId)).status).toBe(200);
    expect((await running.client.get(`/v1/docs/${documentId}`)).body).toEqual(before);
  });

  it.skipIf(skip)('[3-08] [D5-10] a document that everybody has signed is not revoked', async () => {
    const [documentId] = await signOne(running.client);
    const refused = { status: 403, body: { errorCode: 'document_fully_signed' } };
    expect(await revoke(documentId)).toMatchObject(refused);
    const swedish = await revoke(documentId, { errorLanguage: 'sv' });
    expect(swedish.body.message).toContain('Alla har signerat');
  });

  it.skipIf(skip)('[D5-11] a document that is neither completed nor revoked is not deleted', async () => {
    const { documentId } = await send();
    const refused = { status: 403, body: { errorCode: 'document_not_deletable' } };
    expect(await remove(documentId)).toMatchObject(refused);
    await waitForStatus(running.client, documentId, 'awaiting_signatures');
  });

  it.skipIf(skip)(
    '[3-13] [3-14] [4.4-47] [D5-08] a revoked document is deleted, with its file and its links',
    async () => {
      const { client } = running;
      const { documentId, fileId, link } = await send();
      await revoke(documentId);
      expect((await remove(documentId)).status).toBe(204);
      expect((await client.get(`/v1/docs/${documentId}`)).status).toBe(404);
      expect((await remove(documentId)).status).toBe(404);
      expect((await revoke(documentId)).status).toBe(404);
      expect((await client.anonymous.get(`${link}/session`)).status).toBe(404);
      expect((await client.get(`/v1/files/${fileId}/fields`)).status).toBe(404);
    },
  );

  it.skipIf(skip)(
    '[3-12] [3-15] a completed document is deleted; its file stays while another document uses it',
    async () => {
      const { client } = running;
      const fileId = await uploadFixture(client);
      const other = await send(fileId);
      const [documentId] = await signOne(client, { fileId });
      expect((await remove(documentId)).status).toBe(204);
      expect((await client.get(`/v1/docs/${documentId}/signed-file`)).status).toBe(404);
      expect((await client.get(`/v1/files/${fileId}/fields`)).status).toBe(200);
      await signByHand(client.anonymous, other.link);
      await waitForStatus(client, other.documentId, 'completed');
    },
  );

  it.skipIf(skip)('an unknown document is not found', async () => {
    const missing = { status: 404, body: { errorCode: 'document_not_found' } };
    expect(await revoke(randomUUID())).toMatchObject(missing);
    expect(await remove(randomUUID())).toMatchObject(missing);
  });
});
