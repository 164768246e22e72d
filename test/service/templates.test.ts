import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { readInvitation, signByHand, uploadFixture, waitForStatus } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

interface Template {
  readonly templateId: string;
  readonly userId: string;
  readonly problems: readonly { readonly path: string; readonly errorCode: string }[];
  readonly [member: string]: unknown;
}

interface Sent {
  readonly documentId: string;
  readonly warnings?: readonly object[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const BOX = { page: 0, x: 74.7, y: 100, scale: 0.5 };

describe.each(shareOf(databaseKinds))('templates on the $title database', ({ kind, skip }) => {
  let running: TestService;
  let owner: ApiClient;
  let colleague: ApiClient;
  let fileId: string;
  beforeAll(async () => {
    if (skip) return;
    running = await shareService(kind);
    owner = running.client;
    colleague = await running.addColleague();
    fileId = await uploadFixture(owner);
  });
  afterAll(() => running?.close());

  const role = (changes: object = {}) => ({ fullName: 'Tenant', signatureBox: BOX, ...changes });
  const body = (changes: object = {}) => ({ fileId, name: 'Lease', signeeDetails: [role()], ...changes });
  const create = async (changes: object = {}, client = owner) =>
    (await client.post<Template>('/v1/templates', body(changes))).body;
  const pathOf = (templateId: string, rest = '') => `/v1/templates/${templateId}${rest}`;
  const get = (templateId: string, client = owner) => client.get<Template>(pathOf(templateId));
  const etagOf = ({ headers }: Answer) => headers.get('etag') ?? '';
  const contact = (changes: object = {}) => ({ emailAddress: `${randomUUID()}@example.com`, ...changes });
  const send = (templateId: string, changes: object = {}, client = owner) =>
    client.post<Sent>('/v1/docs', { templateId, signeeDetails: [contact()], ...changes });

  /** Every member that a template may have. */
  const everything = () => ({
    fileId,
    name: 'Everything',
    signeeDetails: [
      role({
        signatureType: 'not_set',
        signaturePlacement: 'existing',
        idScanBox: { page: 0, x: 1, y: 400 },
      }),
      { fullName: '', signatureType: 'digital_ink_id_scan', signaturePlacement: 'new_page', signingOrder: 2 },
    ],
    sharingSetting: 'shared',
    enableSigningOrder: true,
    fields: [{ name: 'notes', value: ['one'] }],
    fieldsReadonlyMode: 'filled',
    language: 'sv',
    personalMessage: 'Line one\nline two',
  });

  it.skipIf(skip)(
    '[4.7-02] [4.7-03] [2.9-02] [2.9-03] [D6-17] [D6-18] keep every member to the letter and answer their record',
    async () => {
      const created = await owner.post<Template>('/v1/templates', everything());
      expect(created.status).toBe(201);
      expect(created.body).toMatchObject({
        ...everything(),
        templateId: expect.stringMatching(UUID),
        userId: expect.stringMatching(UUID),
        createdAt: expect.stringMatching(ISO_DATE),
        updatedAt: expect.stringMatching(ISO_DATE),
        problems: [],
      });
      const read = await get(created.body.templateId);
      expect(read).toMatchObject({ status: 200, body: everything() });
    },
  );

  it.skipIf(skip)(
    '[D6-18] [D6-19] refuse what does not fit, their file included, and warn of contact details',
    async () => {
      const wrong = [
        [{ signeeDetails: [] }, 400, 'signeeDetails'],
        [{ signeeDetails: undefined }, 400, 'signeeDetails'],
        [{ sharingSetting: 'public' }, 400, 'sharingSetting'],
        [{ signeeDetails: [role({ signatureType: 'wax' })] }, 400, 'signeeDetails.0.signatureType'],
        [
          { signeeDetails: [role({ signatureBox: { page: 9, x: 0, y: 0 } })] },
          400,
          'signeeDetails.0.signatureBox',
        ],
        [{ fields: [{ name: 'nobody', value: 'x' }] }, 400, 'fields.0'],
      ] as const;
      for (const [changes, status, path] of wrong) {
        const answer = await owner.post('/v1/templates', body(changes));
        expect(answer).toMatchObject({ status, body: { details: [{ path }] } });
      }
      const unknown = await owner.post('/v1/templates', body({ fileId: randomUUID() }));
      expect(unknown).toMatchObject({ status: 404, body: { errorCode: 'file_not_found' } });
      const foreign = await colleague.post('/v1/templates', body());
      expect(foreign).toMatchObject({ status: 403, body: { errorCode: 'not_yours' } });
      const withContact = await create({ signeeDetails: [role({ emailAddress: 'a@example.com' })] });
      expect(withContact.warnings).toEqual([
        { code: 'unknown_member', path: 'signeeDetails.0.emailAddress' },
      ]);
    },
  );

  it.skipIf(skip)(
    '[4.7-04] [D6-20] are replaced but for the file, which may be left out, by what was read too',
    async () => {
      const { templateId } = await create(everything());
      const read = await get(templateId);
      const same = await owner.send<Template>('PUT', pathOf(templateId), read.body);
      const { updatedAt: _, ...kept } = read.body;
      expect(same).toMatchObject({ status: 200, body: kept });
      expect(same.body).not.toHaveProperty('warnings');
      const replaced = await owner.send<Template>('PUT', pathOf(templateId), {
        name: 'New',
        signeeDetails: [role()],
      });
      expect(replaced).toMatchObject({ status: 200, body: { templateId, fileId, name: 'New' } });
      expect(replaced.body.signeeDetails).toEqual([role()]);
      for (const member of ['fields', 'language', 'personalMessage']) {
        expect(replaced.body).not.toHaveProperty(member);
      }
      const other = await owner.send('PUT', pathOf(templateId), body({ fileId: randomUUID() }));
      const ignored = [{ code: 'member_without_effect', path: 'fileId' }];
      expect(other).toMatchObject({ status: 200, body: { fileId, warnings: ignored } });
      expect(await owner.send('PUT', pathOf(templateId), { name: 'New' })).toMatchObject({ status: 400 });
    },
  );

  it.skipIf(skip)('have an ETag, and of several changes to one revision one is made', async () => {
    const created = await owner.post<Template>('/v1/templates', body());
    const path = pathOf(created.body.templateId);
    const headers = { 'if-match': etagOf(created) };
    expect(etagOf(await owner.get(path))).toBe(etagOf(created));
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) => owner.send('PUT', path, body({ name: `${index}` }), headers)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412]);
    const late = { status: 412, body: { errorCode: 'precondition_failed' } };
    expect(await owner.send('DELETE', path, {}, headers)).toMatchObject(late);
  });

  it.skipIf(skip)('[4.7-05] are removed for good, and documents made from them stay', async () => {
    const { templateId } = await create();
    const sent = await send(templateId);
    expect((await owner.delete(pathOf(templateId))).status).toBe(204);
    expect(await get(templateId)).toMatchObject({ status: 404, body: { errorCode: 'template_not_found' } });
    expect((await owner.delete(pathOf(templateId))).status).toBe(404);
    expect((await owner.get(pathOf('not-a-uuid'))).status).toBe(400);
    const document = await owner.get(`/v1/docs/${sent.body.documentId}`);
    expect(document).toMatchObject({ status: 200, body: { templateId } });
  });

  it.skipIf(skip)('[4.7-06] are duplicated, a shared one by a colleague too, with its file', async () => {
    const origin = await create({ sharingSetting: 'shared', language: 'es' });
    const copy = await colleague.post<Template>(pathOf(origin.templateId, '/duplicate'), {});
    expect(copy).toMatchObject({
      status: 201,
      body: { name: 'Lease', language: 'es', fileId, problems: [] },
    });
    expect(copy.body.templateId).not.toBe(origin.templateId);
    expect(copy.body.userId).not.toBe(origin.userId);
    const changed = await colleague.send('PUT', pathOf(copy.body.templateId), { ...copy.body, name: 'Mine' });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Mine', fileId } });
    expect((await get(origin.templateId)).body).toMatchObject({ name: 'Lease' });
    expect((await send(copy.body.templateId, {}, colleague)).status).toBe(201);
  });

  it.skipIf(skip)('[4.7-07] list the form fields of their file, and give its PDF', async () => {
    const { templateId } = await create({ sharingSetting: 'shared' });
    const expected = (await owner.get<object[]>(`/v1/files/${fileId}/fields`)).body;
    expect(expected.length).toBeGreaterThan(0);
    for (const client of [owner, colleague]) {
      expect((await client.get(pathOf(templateId, '/fields'))).body).toEqual(expected);
      const file = await client.get(pathOf(templateId, '/source-file'));
      expect(file.headers.get('content-type')).toBe('application/pdf');
      expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  it.skipIf(skip)(
    '[4.7-01] [D6-19] [D6-21] [D6-22] are listed, used and seen by colleagues if shared, and changed by their owner only',
    async () => {
      const shared = await create({ name: 'Shared', sharingSetting: 'shared' });
      const hidden = await create({ name: 'Hidden', sharingSetting: 'private' });
      const list = async (client: ApiClient, page = '') =>
        (await client.get<{ templates: Template[] }>(`/v1/templates${page}`)).body;
      const [newest, second] = (await list(owner)).templates;
      expect([newest, second]).toMatchObject([
        { templateId: hidden.templateId, sharingSetting: 'private' },
        { templateId: shared.templateId, sharingSetting: 'shared', fileId, name: 'Shared' },
      ]);
      expect(await list(colleague, '?limit=1')).toMatchObject({
        ...{ limit: 1, offset: 0, nextOffset: 1 },
        templates: [{ templateId: shared.templateId }],
      });
      const sent = await send(shared.templateId, {}, colleague);
      expect(sent.status).toBe(201);
      expect((await colleague.get(`/v1/docs/${sent.body.documentId}`)).body).toMatchObject({ fileId });

      const forbidden = { status: 403, body: { errorCode: 'not_yours' } };
      for (const { templateId } of [shared, hidden]) {
        expect(await colleague.send('PUT', pathOf(templateId), body())).toMatchObject(forbidden);
        expect(await colleague.delete(pathOf(templateId))).toMatchObject(forbidden);
      }
      expect(await get(hidden.templateId, colleague)).toMatchObject(forbidden);
      for (const part of ['/fields', '/source-file'])
        expect(await colleague.get(pathOf(hidden.templateId, part))).toMatchObject(forbidden);
      expect(await colleague.post(pathOf(hidden.templateId, '/duplicate'), {})).toMatchObject(forbidden);
      expect(await send(hidden.templateId, {}, colleague)).toMatchObject({
        ...forbidden,
        body: { details: [{ path: 'templateId' }] },
      });
    },
  );

  it.skipIf(skip)(
    '[4.4-04] of another account do not exist, and making or using one needs the capability',
    async () => {
      const stranger = await running.addAccount();
      const { templateId } = await create({ sharingSetting: 'shared' });
      const unknown = { status: 404, body: { errorCode: 'template_not_found' } };
      expect(await get(templateId, stranger)).toMatchObject(unknown);
      expect(await stranger.get(pathOf(templateId, '/fields'))).toMatchObject(unknown);
      expect(await stranger.delete(pathOf(templateId))).toMatchObject(unknown);
      expect(await send(randomUUID())).toMatchObject(unknown);
      const lacking = { status: 403, body: { errorCode: 'capability_missing' } };
      expect(await stranger.post('/v1/templates', body())).toMatchObject(lacking);
      expect(await stranger.send('PUT', pathOf(templateId), body())).toMatchObject(lacking);
      expect(await stranger.post(pathOf(templateId, '/duplicate'), {})).toMatchObject(lacking);
      expect(await send(templateId, {}, stranger)).toMatchObject(lacking);
      expect((await stranger.get('/v1/templates')).body).toMatchObject({ templates: [] });
    },
  );

  it.skipIf(skip)(
    '[2.2-18] [2.4-15] [2.4-17] [4.4-03] become a document with what the request leaves out',
    async () => {
      const { templateId } = await create({
        signeeDetails: [role(), role({ fullName: 'Landlord', signaturePlacement: 'new_page' })],
        language: 'sv',
        fields: [{ name: 'notes', value: 'Prefilled' }],
        sharingSetting: 'shared',
        personalMessage: 'Hej',
      });
      const emailAddress = `${randomUUID()}@example.com`;
      const signeeDetails = [{ emailAddress }, contact({ signaturePlacement: 'existing' })];
      const missing = await send(templateId, { signeeDetails });
      expect(missing).toMatchObject({ status: 201 });
      const document = await owner.get(`/v1/docs/${missing.body.documentId}`);
      expect(document.body).toMatchObject({
        ...{ templateId, fileId, name: 'Lease', language: 'sv', sharingSetting: 'shared' },
        signeeDetails: [
          { signatureType: 'digital_ink', signaturePlacement: 'existing' },
          { signatureType: 'digital_ink', signaturePlacement: 'existing' },
        ],
      });
      await waitForStatus(owner, missing.body.documentId, 'awaiting_signatures');
      const fields = await owner.get(`/v1/docs/${missing.body.documentId}/fields`);
      expect(fields.body).toContainEqual(expect.objectContaining({ name: 'notes', value: ['Prefilled'] }));
      const own = await send(templateId, {
        signeeDetails: [contact({ signaturePlacement: 'new_page' })],
        ...{ name: 'Own', language: 'es', fields: [], sharingSetting: 'private', personalMessage: '' },
      });
      expect((await owner.get(`/v1/docs/${own.body.documentId}`)).body).toMatchObject({
        ...{ name: 'Own', language: 'es', sharingSetting: 'private' },
        signeeDetails: [{ signaturePlacement: 'new_page' }],
      });
      expect(own.body.warnings).toEqual([
        { code: 'role_without_signee', path: 'signeeDetails', params: { role: 1, label: 'Landlord' } },
      ]);
    },
  );

  it.skipIf(skip)('[2.4-01] [4.4-30] [4.4-31] give neither names nor contact details', async () => {
    const { templateId } = await create({ signeeDetails: [role({ emailAddress: 'a@example.com' })] });
    const sent = await send(templateId);
    expect((await owner.get(`/v1/docs/${sent.body.documentId}`)).body).toMatchObject({
      signeeDetails: [{ fullName: '', phoneNumber: null }],
    });
    for (const signeeDetails of [[{}], [{ fullName: 'Ada' }], [contact(), {}]]) {
      const refused = await send(templateId, { signeeDetails });
      expect(refused).toMatchObject({ status: 400, body: { errorCode: 'contact_required' } });
    }
    const nobody = await owner.post('/v1/docs', { templateId });
    expect(nobody).toMatchObject({ status: 400, body: { details: [{ path: 'signeeDetails' }] } });
  });

  it.skipIf(skip)(
    '[2.4-35] [4.4-32] [4.4-33] give the members of boxes that the request has not',
    async () => {
      const { templateId } = await create();
      const merged = await send(templateId, { signeeDetails: [contact({ signatureBox: { y: 300 } })] });
      await waitForStatus(owner, merged.body.documentId, 'awaiting_signatures');
      const stored = await running.service.database.read.documents.find(merged.body.documentId);
      expect(stored?.signees[0]?.signatureBox).toEqual({ ...BOX, y: 300 });
      const partly = await create({ signeeDetails: [role({ signatureBox: { page: 0, scale: 0.5 } })] });
      const lacking = [
        { path: 'signeeDetails.0.signatureBox.x' },
        { path: 'signeeDetails.0.signatureBox.y' },
      ];
      expect(await send(partly.templateId)).toMatchObject({ status: 400, body: { details: lacking } });
      const none = await create({ signeeDetails: [{ fullName: 'Tenant' }] });
      const required = { status: 400, body: { errorCode: 'signature_box_required' } };
      expect(await send(none.templateId)).toMatchObject(required);
      // The template has one role.
      const second = await send(templateId, { signeeDetails: [contact(), contact()] });
      expect(second).toMatchObject({
        ...required,
        body: { details: [{ path: 'signeeDetails.1.signatureBox' }] },
      });
      const undecided = await create({ signeeDetails: [role({ signatureType: 'not_set' })] });
      expect(await send(undecided.templateId)).toMatchObject({
        status: 400,
        body: { details: [{ path: 'signeeDetails.0.signatureType' }] },
      });
    },
  );

  it.skipIf(skip)('[D6-23] leave the documents that were made from them as they are', async () => {
    const { templateId } = await create({ personalMessage: 'First' });
    const emailAddress = `${randomUUID()}@example.com`;
    const { documentId } = (await send(templateId, { signeeDetails: [{ fullName: 'Ada', emailAddress }] }))
      .body;
    await owner.send('PUT', pathOf(templateId), { name: 'Changed', language: 'es', signeeDetails: [role()] });
    await owner.delete(pathOf(templateId));
    const link = await readInvitation(owner, emailAddress);
    await owner.anonymous.get(`${link}/session`);
    expect((await signByHand(owner.anonymous, link)).status).toBe(200);
    const { body: document } = await waitForStatus(owner, documentId, 'completed');
    expect(document).toMatchObject({ name: 'Lease', language: 'en', templateId });
  });

  it.skipIf(skip)('[4.5-02] are used by drafts, which report what would fail', async () => {
    const { templateId } = await create();
    const draft = await owner.post<Template & { draftId: string }>('/v1/docs/drafts', {
      templateId,
      name: 'Draft',
      signeeDetails: [{ fullName: 'Ada' }],
    });
    expect(draft).toMatchObject({
      status: 201,
      body: { templateId, problems: [{ path: 'signeeDetails.0', errorCode: 'contact_required' }] },
    });
    expect(draft.body).not.toHaveProperty('fileId');
    const draftPath = `/v1/docs/drafts/${draft.body.draftId}`;
    const mended = await owner.patch<Template>(draftPath, { signeeDetails: [contact()] });
    expect(mended.body.problems).toEqual([]);
    expect((await owner.get(`${draftPath}/file`)).status).toBe(200);
    expect((await owner.get(`${draftPath}/file-url`)).status).toBe(200);
    const sent = await owner.post<Sent>(`${draftPath}/send`, {});
    expect(sent.status).toBe(201);
    expect((await owner.get(`/v1/docs/${sent.body.documentId}`)).body).toMatchObject({ templateId, fileId });

    const missing = await owner.post<Template>('/v1/docs/drafts', { templateId: randomUUID(), name: 'x' });
    expect(missing.body.problems).toMatchObject([{ path: 'templateId', errorCode: 'template_not_found' }]);
  });

  it.skipIf(skip)(
    'keep their file from being removed with a document, and say when its owner deleted it',
    async () => {
      const own = await uploadFixture(owner);
      const { templateId } = await create({ fileId: own });
      const { documentId } = (await send(templateId)).body;
      await waitForStatus(owner, documentId, 'awaiting_signatures');
      await owner.put(`/v1/docs/${documentId}/revoke`, {});
      expect((await owner.delete(`/v1/docs/${documentId}`)).status).toBe(204);
      expect((await send(templateId)).status).toBe(201);
      expect((await owner.delete(`/v1/files/${own}`)).status).toBe(204);
      expect((await get(templateId)).body.problems).toMatchObject([
        { path: 'fileId', errorCode: 'file_not_found' },
      ]);
      const gone = { status: 404, body: { errorCode: 'file_not_found' } };
      expect(await send(templateId)).toMatchObject(gone);
      expect(await owner.get(pathOf(templateId, '/fields'))).toMatchObject(gone);
      const draft = await owner.post<Template>('/v1/docs/drafts', {
        ...{ templateId, name: 'x', signeeDetails: [contact()] },
      });
      expect(draft.body.problems).toMatchObject([{ path: 'templateId', errorCode: 'file_not_found' }]);
    },
  );
});
