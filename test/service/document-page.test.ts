import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { documentBody, readInvitation, signByHand, uploadFixture, waitForStatus } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

interface Listed {
  readonly documents: readonly { readonly documentId: string; readonly progress?: unknown }[];
}

interface Events {
  readonly nextOffset: number | null;
  readonly events: readonly {
    readonly type: string;
    readonly actor: { readonly kind: string; readonly fullName: string | null } | null;
    readonly signee: { readonly fullName: string | null } | null;
    readonly channels?: readonly string[];
  }[];
}

/** What the owner's pages ask for beyond the specification. */
describe.each(shareOf(databaseKinds))('the pages of documents on the $title database', ({ kind, skip }) => {
  let running: TestService;
  beforeAll(async () => {
    if (!skip) running = await shareService(kind);
  });
  afterAll(() => running?.close());

  const send = async (emailAddress: string, changes: object = {}) => {
    const signeeDetails = [{ fullName: 'Ada Łovelace', emailAddress, signaturePlacement: 'new_page' }];
    const body = documentBody(await uploadFixture(running.client), { signeeDetails, ...changes });
    const { documentId } = (await running.client.post<{ documentId: string }>('/v1/docs', body)).body;
    await waitForStatus(running.client, documentId, 'awaiting_signatures');
    return documentId;
  };
  const newAddress = () => `${randomUUID()}@example.com`;
  const idsOf = async (query: string) =>
    (await running.client.get<Listed>(`/v1/docs?limit=50&${query}`)).body.documents.map(
      ({ documentId }) => documentId,
    );

  it.skipIf(skip)('list documents by what the caller has to do, with how far they are', async () => {
    const { body: me } = await running.client.get<{ emailAddress: string }>('/v1/users/me');
    const mine = await send(me.emailAddress.toUpperCase().replace(/@.*/, (domain) => domain.toLowerCase()));
    const theirs = await send(newAddress());
    const ended = await send(newAddress());
    await running.client.put(`/v1/docs/${ended}/revoke`, {});
    expect(await idsOf('group=waiting_for_me')).toEqual([mine]);
    expect(await idsOf('group=waiting_for_others')).toContain(theirs);
    expect(await idsOf('group=waiting_for_others')).not.toContain(mine);
    expect(await idsOf('group=ended')).toContain(ended);
    expect(await idsOf('group=done')).not.toContain(theirs);
    const { body } = await running.client.get<Listed>('/v1/docs?include=progress&group=waiting_for_me');
    expect(body.documents[0]?.progress).toEqual({
      ...{ signees: 1, signed: 0, waitingFor: ['Ada Łovelace'], isWaitingForCaller: true },
      ...{ isDeclined: false, isExpired: false },
      people: [{ name: 'Ada Łovelace', state: 'waiting' }],
      signBy: expect.stringMatching(/^\d{4}-/),
      endedAt: null,
    });
    const plain = await running.client.get<Listed>('/v1/docs?limit=1');
    expect(plain.body.documents[0]?.progress).toBeUndefined();
    expect((await running.client.get('/v1/docs?group=all')).status).toBe(400);
  });

  it.skipIf(skip)('answer 304 while nothing has changed', async () => {
    const documentId = await send(newAddress());
    for (const path of [
      `/v1/docs/${documentId}`,
      '/v1/docs?include=progress',
      `/v1/docs/${documentId}/events`,
    ]) {
      const first = await running.client.get(path);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]+"$/);
      const same = await running.client.get(path, { 'if-none-match': etag });
      expect([same.status, same.bytes.length]).toEqual([304, 0]);
    }
    const path = `/v1/docs/${documentId}`;
    const before = (await running.client.get(path)).headers.get('etag') ?? '';
    await running.client.put(`${path}/revoke`, {});
    expect((await running.client.get(path, { 'if-none-match': before })).status).toBe(200);
  });

  it.skipIf(skip)('tell what happened, by whom and to whom, without addresses of browsers', async () => {
    const emailAddress = newAddress();
    const documentId = await send(emailAddress);
    const signeeId = (
      await running.client.get<{ signeeDetails: { signeeId: string }[] }>(`/v1/docs/${documentId}`)
    ).body.signeeDetails[0]?.signeeId;
    const corrected = newAddress();
    await running.client.patch(`/v1/docs/${documentId}/signature-field`, [
      { signeeId, fullName: null, emailAddress: corrected, phoneNumber: null },
    ]);
    const link = await readInvitation(running.client, corrected);
    await running.client.anonymous.get(`${link}/session`);
    expect((await signByHand(running.client.anonymous, link)).status).toBe(200);
    await waitForStatus(running.client, documentId, 'completed');

    const { body } = await running.client.get<Events>(`/v1/docs/${documentId}/events?limit=50`);
    const types = body.events.map(({ type }) => type);
    expect(types[0]).toBe('document.completed');
    expect(types.at(-1)).toBe('document.created');
    const find = (type: string) => body.events.find((event) => event.type === type);
    expect(find('document.created')?.actor?.kind).toBe('user');
    expect(find('document.signed')?.actor).toMatchObject({ kind: 'signee', fullName: 'Ada Łovelace' });
    expect(find('document.contact_changed')).toMatchObject({ members: ['emailAddress'] });
    // To the id before the correction and to the one after it.
    const invited = body.events.filter(({ type }) => type === 'document.invited');
    expect(invited).toHaveLength(2);
    for (const event of invited)
      expect(event).toMatchObject({ actor: null, signee: { fullName: 'Ada Łovelace' }, channels: ['email'] });
    expect(JSON.stringify(body)).not.toMatch(/ipAddress|userAgent|127\.0\.0\.1|example\.com/);
    const page = await running.client.get<Events>(`/v1/docs/${documentId}/events?limit=1&offset=1`);
    expect(page.body.events).toEqual(body.events.slice(1, 2));
    expect(page.body.nextOffset).toBe(2);
  });

  it.skipIf(skip)('read the PDF as it is now, and download the sealed one and its evidence', async () => {
    const emailAddress = newAddress();
    const documentId = await send(emailAddress);
    const file = () => running.client.get(`/v1/docs/${documentId}/file`, { range: 'bytes=0-7' });
    const prepared = await file();
    expect([prepared.status, prepared.bytes.subarray(0, 5).toString()]).toEqual([206, '%PDF-']);
    for (const path of ['signed-file-url', 'evidence'])
      expect(await running.client.get(`/v1/docs/${documentId}/${path}`)).toMatchObject({
        ...{ status: 403, body: { errorCode: 'document_not_completed' } },
      });
    await signByHand(running.client.anonymous, await readInvitation(running.client, emailAddress));
    await waitForStatus(running.client, documentId, 'completed');
    expect((await file()).headers.get('etag')).not.toBe(prepared.headers.get('etag'));
    const { body } = await running.client.get<{ downloadUrl: string; expiresAt: string }>(
      `/v1/docs/${documentId}/signed-file-url`,
    );
    const sealed = Buffer.from(await (await fetch(body.downloadUrl)).arrayBuffer());
    expect(Date.parse(body.expiresAt)).toBeGreaterThan(Date.now());
    const whole = await running.client.get(`/v1/docs/${documentId}/file`);
    expect(sha256(whole.bytes)).toBe(sha256(sealed));
    const evidence = await running.client.get<{ documentId: string }>(`/v1/docs/${documentId}/evidence`);
    expect(evidence).toMatchObject({ status: 200, body: { documentId } });
    expect(evidence.headers.get('content-disposition')).toContain('evidence.json');
  });

  it.skipIf(skip)('change and end automatic reminders while a document is open', async () => {
    const documentId = await send(newAddress());
    const path = `/v1/docs/${documentId}/automatic-reminders`;
    const read = async () =>
      (await running.client.get<{ automaticReminders: unknown }>(`/v1/docs/${documentId}`)).body
        .automaticReminders;
    const wanted = { afterDays: 2, everyDays: 5 };
    expect(await running.client.put(path, wanted)).toMatchObject({ status: 200, body: wanted });
    expect(await read()).toEqual(wanted);
    expect((await running.client.put(path, { afterDays: 31 })).status).toBe(400);
    expect((await (await running.addColleague()).put(path, wanted)).status).toBe(403);
    expect((await running.client.delete(path)).status).toBe(204);
    expect(await read()).toBeNull();
    await running.client.put(`/v1/docs/${documentId}/revoke`, {});
    expect(await running.client.put(path, wanted)).toMatchObject({
      ...{ status: 403, body: { errorCode: 'document_not_signable' } },
    });
  });

  it.skipIf(skip)('are closed to other accounts, and to colleagues unless shared', async () => {
    const documentId = await send(newAddress());
    const [stranger, colleague] = [await running.addAccount(), await running.addColleague()];
    for (const path of ['', '/events', '/file', '/signed-file-url', '/evidence']) {
      expect((await stranger.get(`/v1/docs/${documentId}${path}`)).status).toBe(404);
      expect((await colleague.get(`/v1/docs/${documentId}${path}`)).status).toBe(403);
    }
  });
});

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
