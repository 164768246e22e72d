import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { type Answer, authorize } from './api-client.ts';
import { readInvitation, uploadFixture, waitFor, waitForStatus } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

interface Draft {
  readonly draftId: string;
  readonly status: string;
  readonly userId: string;
  readonly documentId: string | null;
  readonly problems: readonly {
    readonly path: string;
    readonly message: string;
    readonly errorCode: string;
  }[];
  readonly [member: string]: unknown;
}

interface ErrorBody {
  readonly errorCode: string;
  readonly message: string;
  readonly details?: readonly { readonly path: string }[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DAY_MS = 86_400_000;

describe.each(shareOf(databaseKinds))('drafts on the $title database', ({ kind, skip }) => {
  let running: TestService;
  let fileId: string;
  let now = new Date();
  beforeAll(async () => {
    if (skip) return;
    running = await shareService(kind, () => now);
    fileId = await uploadFixture(running.client);
  });
  afterAll(() => running?.close());

  const create = (body: object) => running.client.post<Draft>('/v1/docs/drafts', body);
  const pathOf = (draftId: string, rest = '') => `/v1/docs/drafts/${draftId}${rest}`;
  const get = (draftId: string) => running.client.get<Draft>(pathOf(draftId));
  const change = <T = Draft>(
    method: string,
    draftId: string,
    body: object,
    headers = {},
  ): Promise<Answer<T>> => running.client.send(method, pathOf(draftId), body, headers);
  const etagOf = ({ headers }: Answer) => headers.get('etag') ?? '';

  const signee = (emailAddress = `${randomUUID()}@example.com`) => ({
    fullName: 'Ada Łovelace',
    emailAddress,
    signaturePlacement: 'new_page',
  });
  const complete = (changes: object = {}) => ({
    fileId,
    name: 'Contract',
    signeeDetails: [signee()],
    ...changes,
  });

  /** Every member that a draft may have. */
  const everything = () => ({
    fileId,
    name: 'Everything',
    signeeDetails: [
      {
        ...signee(),
        phoneNumber: '+46701234567',
        phoneNumberDeliveryMethod: 'sms',
        signatureType: 'not_set',
        signaturePlacement: 'existing',
        signatureBox: { page: 0, x: 74.7, y: 0.25, scale: 0.5 },
        idScanBox: { page: 0, x: 10, y: 300 },
        signingOrder: 2,
        disableInvitationMessage: true,
      },
      {},
    ],
    enableSigningOrder: true,
    fields: [{ name: 'notes', value: ['one'] }],
    fieldsReadonlyMode: 'filled',
    language: 'sv',
    sharingSetting: 'shared',
    personalMessage: 'Line one\nline two',
    aiAssistant: { enabled: false, language: 'fi' },
    externalId: 'order-7',
    metadata: { customer: 'Å' },
    automaticReminders: { afterDays: 2, everyDays: 3 },
  });

  it.skipIf(skip)(
    '[4.5-01] [4.5-08] [2.9-01] [D6-01] [D6-03] [D6-04] [D6-06] keep every member to the letter and answer their record',
    async () => {
      const body = everything();
      const created = await create(body);
      expect(created.status).toBe(201);
      expect(created.body).toMatchObject({
        ...body,
        draftId: expect.stringMatching(UUID),
        userId: expect.stringMatching(UUID),
        createdAt: expect.stringMatching(ISO_DATE),
        updatedAt: expect.stringMatching(ISO_DATE),
        expiresAt: expect.stringMatching(ISO_DATE),
        status: 'draft',
      });
      const read = await get(created.body.draftId);
      expect(read.status).toBe(200);
      expect(read.body).toMatchObject(body);
    },
  );

  it.skipIf(skip)(
    '[4.5-03] [4.5-04] [4.5-05] [D6-02] [D6-05] [D6-08] need nothing but a name, and say what would fail when they are sent',
    async () => {
      const bare = await create({ name: 'Bare', fileId: null, signeeDetails: null });
      expect(bare.status).toBe(201);
      expect(bare.body.problems.map(({ path }) => path)).toEqual(['fileId', 'signeeDetails']);
      const partly = await create({ name: 'Partly', fileId, signeeDetails: [{ fullName: 'Ada' }] });
      expect(partly.body.problems.map(({ path }) => path)).toEqual([
        'signeeDetails.0',
        'signeeDetails.0.signatureBox',
      ]);
      for (const { message } of partly.body.problems) expect(message).toMatch(/\w+ \w+/);
      const swedish = await running.client.get<Draft>(`${pathOf(partly.body.draftId)}?errorLanguage=sv`);
      expect(swedish.body.problems[0]?.message).not.toBe(partly.body.problems[0]?.message);
      expect(await create({})).toMatchObject({ status: 400, body: { details: [{ path: 'name' }] } });
      expect((await create(complete())).body.problems).toEqual([]);
    },
  );

  it.skipIf(skip)('say what their file has against them, until it fits', async () => {
    const box = { signaturePlacement: 'existing', signatureBox: { page: 9, x: 0, y: 0 } };
    const { body } = await create(complete({ signeeDetails: [{ ...signee(), ...box }] }));
    expect(body.problems).toMatchObject([
      { path: 'signeeDetails.0.signatureBox', errorCode: 'page_out_of_range' },
    ]);
    const unknown = await change('PATCH', body.draftId, { fileId: randomUUID() });
    expect(unknown.body.problems).toMatchObject([{ path: 'fileId', errorCode: 'file_not_found' }]);
    const mended = await change('PATCH', body.draftId, { fileId, signeeDetails: [signee()] });
    expect(mended.body.problems).toEqual([]);
    const own = await uploadFixture(running.client, 'plain/a4.pdf');
    await change('PATCH', body.draftId, { fileId: own });
    await running.client.delete(`/v1/files/${own}`);
    expect((await get(body.draftId)).body.problems).toMatchObject([
      { path: 'fileId', errorCode: 'file_not_found' },
    ]);
  });

  it.skipIf(skip)(
    '[4.5-09] [D6-07] [D6-09] a body that was read can be put back, and PUT replaces the whole',
    async () => {
      const { body } = await create(everything());
      const read = (await get(body.draftId)).body;
      const same = await change('PUT', body.draftId, read);
      expect(same.status).toBe(200);
      const { updatedAt: _, expiresAt: __, ...kept } = read;
      expect(same.body).toMatchObject(kept);
      expect(same.body).not.toHaveProperty('warnings');
      const replaced = await change('PUT', body.draftId, { name: 'New' });
      expect(replaced.body).toMatchObject({ name: 'New', draftId: body.draftId });
      for (const member of ['fileId', 'signeeDetails', 'metadata']) {
        expect(replaced.body).not.toHaveProperty(member);
      }
    },
  );

  it.skipIf(skip)(
    '[D6-10] PATCH merges: null removes a member, objects are merged, lists are replaced',
    async () => {
      const { body } = await create(everything());
      const patched = await change('PATCH', body.draftId, {
        personalMessage: null,
        metadata: { customer: null, region: 'north' },
        aiAssistant: { textToSpeech: true },
        signeeDetails: [{ fullName: 'Bo' }],
      });
      expect(patched.status).toBe(200);
      const { personalMessage: _, ...rest } = everything();
      expect(patched.body).toMatchObject({
        ...rest,
        metadata: { region: 'north' },
        aiAssistant: { enabled: false, language: 'fi', textToSpeech: true },
        signeeDetails: [{ fullName: 'Bo' }],
      });
      expect(patched.body).not.toHaveProperty('personalMessage');
      expect(patched.body.metadata).toEqual({ region: 'north' });
      expect(await change('PATCH', body.draftId, { name: null })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'name' }] },
      });
    },
  );

  it.skipIf(skip)(
    '[D6-11] [D6-12] have an ETag, and a change with another one in If-Match is refused',
    async () => {
      const created = await create(complete());
      const { draftId } = created.body;
      const first = etagOf(created);
      expect(first).toMatch(/^"[^"]+"$/);
      expect(etagOf(await get(draftId))).toBe(first);
      const changed = await change('PATCH', draftId, { name: 'Two' }, { 'if-match': first });
      expect(changed.status).toBe(200);
      expect(etagOf(changed)).not.toBe(first);
      const refused = { status: 412, body: { errorCode: 'precondition_failed' } };
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        expect(await change(method, draftId, { name: 'Three' }, { 'if-match': first })).toMatchObject(
          refused,
        );
      }
      const send = await running.client.post(pathOf(draftId, '/send'), {}, { 'if-match': first });
      expect(send).toMatchObject(refused);
      const several = `"x", ${etagOf(changed)}`;
      expect(await change('PATCH', draftId, { name: 'Four' }, { 'if-match': several })).toMatchObject({
        status: 200,
      });
      expect(await change('PATCH', draftId, { name: 'Five' }, { 'if-match': '*' })).toMatchObject({
        status: 200,
      });
    },
  );

  it.skipIf(skip)('of several changes to one revision at the same time one is made', async () => {
    const created = await create(complete());
    const headers = { 'if-match': etagOf(created) };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        change('PATCH', created.body.draftId, { name: `Name ${index}` }, headers),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(412)]);
  });

  it.skipIf(skip)(
    '[4.5-06] [4.5-07] are listed by page, newest first, with the deprecated userId',
    async () => {
      const client = await addAccount();
      for (const name of ['a', 'b', 'c']) {
        now = new Date(now.getTime() + 1);
        await client.post('/v1/docs/drafts', { name });
      }
      const first = await client.get<{ drafts: Draft[]; nextOffset: number }>('/v1/docs/drafts?limit=2');
      expect(first.body).toMatchObject({ limit: 2, offset: 0, nextOffset: 2 });
      expect(first.body.drafts.map(({ name }) => name)).toEqual(['c', 'b']);
      const last = await client.get<{ drafts: Draft[] }>('/v1/docs/drafts?limit=2&offset=2');
      expect(last.body).toMatchObject({ nextOffset: null, drafts: [{ name: 'a', status: 'draft' }] });
      const [{ userId } = { userId: '' }] = last.body.drafts;
      const own = await client.get<{ drafts: Draft[] }>(`/v1/docs/drafts?userId=${userId}`);
      expect(own.body.drafts).toHaveLength(3);
      const others = await client.get<{ drafts: Draft[] }>(`/v1/docs/drafts?userId=${randomUUID()}`);
      expect(others.body.drafts).toEqual([]);
    },
  );

  let added: Promise<TestService['client']> | undefined;
  const addAccount = () => {
    added ??= running.addAccount();
    return added;
  };

  it.skipIf(skip)('of another account do not exist', async () => {
    const stranger = await addAccount();
    const { draftId } = (await create(complete({ sharingSetting: 'shared' }))).body;
    const unknown = { status: 404, body: { errorCode: 'draft_not_found' } };
    expect(await stranger.get(pathOf(draftId))).toMatchObject(unknown);
    expect(await stranger.send('PUT', pathOf(draftId), { name: 'x' })).toMatchObject(unknown);
    expect(await stranger.delete(pathOf(draftId))).toMatchObject(unknown);
    for (const path of ['/file', '/file-url']) {
      expect(await stranger.get(pathOf(draftId, path))).toMatchObject(unknown);
    }
    for (const path of ['/send', '/duplicate']) {
      expect(await stranger.post(pathOf(draftId, path), {})).toMatchObject(unknown);
    }
    const theirs = await stranger.post<Draft>('/v1/docs/drafts', complete());
    expect(theirs.body.problems).toMatchObject([{ path: 'fileId', errorCode: 'file_not_found' }]);
  });

  it.skipIf(skip)('[4.5-10] are removed for good', async () => {
    const { draftId } = (await create(complete())).body;
    expect((await running.client.delete(pathOf(draftId))).status).toBe(204);
    expect((await get(draftId)).status).toBe(404);
    expect((await running.client.delete(pathOf(draftId))).status).toBe(404);
    expect((await running.client.get(pathOf('not-a-uuid'))).status).toBe(400);
  });

  it.skipIf(skip)(
    '[1-10] [3-23] [4.5-14] invite nobody before they are sent, and are sent once',
    async () => {
      const emailAddress = `${randomUUID()}@example.com`;
      const { draftId } = (await create(complete({ signeeDetails: [signee(emailAddress)] }))).body;
      await change('PATCH', draftId, { name: 'Changed' });
      const outbox = `/outbox/messages?to=${emailAddress}`;
      const answers = await Promise.all(
        Array.from({ length: 4 }, () =>
          running.client.post<{ documentId: string }>(pathOf(draftId, '/send'), {}),
        ),
      );
      const sent = answers.filter(({ status }) => status === 201);
      expect(sent).toHaveLength(1);
      for (const { status } of answers.filter((one) => one !== sent[0])) expect([409, 412]).toContain(status);
      const documentId = sent[0]?.body.documentId ?? '';
      await readInvitation(running.client, emailAddress);
      await waitForStatus(running.client, documentId, 'awaiting_signatures');
      expect((await running.client.get<object[]>(outbox)).body).toHaveLength(1);
      expect((await get(draftId)).body).toMatchObject({ status: 'sent', documentId, problems: [] });
      const again = { status: 409, body: { errorCode: 'draft_sent' } };
      expect(await running.client.post(pathOf(draftId, '/send'), {})).toMatchObject(again);
      expect(await change('PUT', draftId, { name: 'x' })).toMatchObject(again);
    },
  );

  it.skipIf(skip)('[3-24] are sent only if POST /docs would take them', async () => {
    const wrong = [
      [{ signeeDetails: [{ fullName: 'Ada', signaturePlacement: 'new_page' }] }, 'contact_required'],
      [{ signeeDetails: undefined }, 'invalid_request'],
      [{ signeeDetails: [{ ...signee(), signatureType: 'not_set' }] }, 'invalid_request'],
      [{ fields: [{ name: 'nobody', value: 'x' }] }, 'unknown_field'],
      [{ userId: randomUUID() }, 'invalid_request'],
    ] as const;
    for (const [changes, errorCode] of wrong) {
      const { body } = await create(complete(changes));
      const sent = await running.client.post<ErrorBody>(pathOf(body.draftId, '/send'), {});
      expect(sent).toMatchObject({ body: { errorCode } });
      expect(sent.status).toBeGreaterThanOrEqual(400);
      expect(body.problems.map(({ path }) => path)).toEqual(sent.body.details?.map(({ path }) => path));
      expect((await get(body.draftId)).body.status).toBe('draft');
    }
  });

  it.skipIf(skip)('[4.5-15] [4.5-16] are duplicated without having been sent', async () => {
    const emailAddress = `${randomUUID()}@example.com`;
    const origin = (await create(complete({ signeeDetails: [signee(emailAddress)] }))).body;
    await running.client.post(pathOf(origin.draftId, '/send'), {});
    const copy = await running.client.post<Draft>(pathOf(origin.draftId, '/duplicate'), {});
    expect(copy).toMatchObject({
      status: 201,
      body: { name: 'Contract', status: 'draft', documentId: null, signeeDetails: [{ emailAddress }] },
    });
    expect(copy.body.draftId).not.toBe(origin.draftId);
  });

  it.skipIf(skip)(
    '[4.5-18] are made of documents, with what was configured and nothing that happened',
    async () => {
      const signeeDetails = [{ ...signee(), signingOrder: 2 }];
      const body = complete({
        signeeDetails,
        enableSigningOrder: true,
        fields: [{ name: 'notes', value: 'kept' }],
        metadata: { a: 'b' },
      });
      const sent = await running.client.post<{ documentId: string }>('/v1/docs', body);
      const copy = await running.client.post<Draft>(`/v1/docs/${sent.body.documentId}/duplicate`, {});
      expect(copy).toMatchObject({ status: 201, body: { ...body, status: 'draft', problems: [] } });
      const again = await running.client.post<{ documentId: string }>(pathOf(copy.body.draftId, '/send'), {});
      expect(again.status).toBe(201);
      const document = await running.client.get(`/v1/docs/${again.body.documentId}`);
      expect(document.body).toMatchObject({ signeeDetails: [{ signatureStatus: 'awaiting_signature' }] });
    },
  );

  it.skipIf(skip)('give the PDF as it was uploaded, by ranges, to those who see the draft', async () => {
    const { body: draft } = await create(complete());
    const path = pathOf(draft.draftId, '/source-file');
    const whole = await running.client.get(path);
    expect(whole.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const part = await running.client.get(path, { range: 'bytes=0-99' });
    expect([part.status, part.bytes.length]).toEqual([206, 100]);
    expect(part.headers.get('content-range')).toBe(`bytes 0-99/${whole.bytes.length}`);
    const { body: bare } = await create({ name: 'Bare' });
    expect(await running.client.get(pathOf(bare.draftId, '/source-file'))).toMatchObject({
      status: 409,
      body: { errorCode: 'draft_has_no_file' },
    });
    const stranger = await running.addAccount();
    expect(await stranger.get(path)).toMatchObject({ status: 404, body: { errorCode: 'draft_not_found' } });
  });

  it.skipIf(skip)('[4.5-11] show their PDF with the boxes', async () => {
    const box = { signaturePlacement: 'existing', signatureBox: { page: 0, x: 100, y: 100 } };
    const { draftId } = (await create(complete({ signeeDetails: [{ ...signee(), ...box }, signee()] }))).body;
    const shown = await running.client.get(pathOf(draftId, '/file'));
    expect(shown.headers.get('content-type')).toBe('application/pdf');
    const original = await running.service.database.read.files.find(fileId);
    const { PDFDocument } = await import('pdf-lib');
    const pdf = await PDFDocument.load(shown.bytes);
    expect(pdf.getPageCount()).toBe((original?.pages ?? 0) + 1);
    const { draftId: bare } = (await create({ name: 'Bare' })).body;
    expect(await running.client.get(pathOf(bare, '/file'))).toMatchObject({
      status: 409,
      body: { errorCode: 'draft_has_no_file' },
    });
  });

  it.skipIf(skip)(
    '[4.5-12] [4.5-13] [D6-13] [D6-14] [D6-15] [D6-16] have addresses for one download, for ten minutes, until they change',
    async () => {
      const { draftId } = (await create(complete())).body;
      const issue = async () =>
        (await running.client.get<{ downloadUrl: string; expiresAt: string }>(pathOf(draftId, '/file-url')))
          .body;
      const { anonymous } = running.client;
      const used = { status: 404, body: { errorCode: 'download_not_found' } };

      const first = await issue();
      expect(new Date(first.expiresAt).getTime() - now.getTime()).toBe(10 * 60_000);
      const downloads = await Promise.all([1, 2, 3].map(() => anonymous.get(first.downloadUrl)));
      expect(downloads.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
      const whole = downloads.find(({ status }) => status === 200);
      expect(whole?.bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(await anonymous.get(first.downloadUrl)).toMatchObject(used);

      const changed = await issue();
      await change('PATCH', draftId, { name: 'Other' });
      expect(await anonymous.get(changed.downloadUrl)).toMatchObject(used);

      const late = await issue();
      const start = now;
      now = new Date(start.getTime() + 10 * 60_000);
      expect(await anonymous.get(late.downloadUrl)).toMatchObject(used);
      now = start;
      const otherDraft = (await create(complete())).body.draftId;
      const foreign = (await issue()).downloadUrl.replace(draftId, otherDraft);
      expect(await anonymous.get(foreign)).toMatchObject(used);
    },
  );

  it.skipIf(skip)(
    '[3-25] [3-26] [3-27] [D5-20] expire 90 days after their last change, and are removed',
    async () => {
      const start = now;
      const { body } = await create(complete());
      const { draftId } = body;
      try {
        now = new Date(start.getTime() + 10 * DAY_MS);
        const changed = await change('PATCH', draftId, { name: 'Later' });
        expect(new Date(String(changed.body.expiresAt)).getTime()).toBe(now.getTime() + 90 * DAY_MS);
        now = new Date(start.getTime() + 100 * DAY_MS);
        const refused = { status: 409, body: { errorCode: 'draft_expired' } };
        // A token of today has expired by then.
        const client = await authorize(running.baseUrl, running.apiKey);
        expect((await client.get<Draft>(pathOf(draftId))).body).toMatchObject({ status: 'expired' });
        expect(await client.send('PUT', pathOf(draftId), complete())).toMatchObject(refused);
        expect(await client.post(pathOf(draftId, '/send'), {})).toMatchObject(refused);
        expect((await client.post<Draft>(pathOf(draftId, '/duplicate'), {})).body).toMatchObject({
          status: 'draft',
        });
        await running.service.database.transact(({ jobs }) => jobs.enqueue({ name: 'remove-expired' }));
        await waitFor('removal', async () =>
          (await client.get(pathOf(draftId))).status === 404 ? true : null,
        );
      } finally {
        now = start;
      }
    },
  );
});
