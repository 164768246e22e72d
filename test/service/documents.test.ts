import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { authorize } from './api-client.ts';
import { documentBody, readInvitation, uploadFixture, waitForStatus } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

interface ErrorBody {
  readonly message: string;
  readonly details: readonly { readonly path: string; readonly message: string }[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const signee = (changes: Record<string, unknown>) => ({
  fullName: 'Ada',
  emailAddress: 'ada@example.com',
  signaturePlacement: 'existing',
  signatureBox: { page: 0, x: 100, y: 600 },
  ...changes,
});

const REFUSED = [
  ['[4.4-05] [D5-16] no name', { name: undefined }, 400, 'invalid_request', 'name'],
  ['[D5-16] a name that is too long', { name: 'x'.repeat(256) }, 400, 'invalid_request', 'name'],
  ['no signee', { signeeDetails: [] }, 400, 'invalid_request', 'signeeDetails'],
  ['[7-05] an unknown file', { fileId: randomUUID() }, 404, 'file_not_found', null],
  ['[4.4-01] a template beside the file', { templateId: randomUUID() }, 400, 'invalid_request', 'templateId'],
  ['[4.4-20] an unknown language', { language: 'fr' }, 400, 'invalid_request', 'language'],
  [
    '[D5-17] a message that is too long',
    { personalMessage: 'x'.repeat(501) },
    400,
    'invalid_request',
    'personalMessage',
  ],
  [
    '[2.4-02] no contact',
    { signeeDetails: [signee({ emailAddress: undefined })] },
    400,
    'contact_required',
    'signeeDetails.0',
  ],
  [
    '[D1-08] [7-02] a box beyond the page',
    { signeeDetails: [signee({ signatureBox: { page: 0, x: 380, y: 600 } })] },
    400,
    'box_outside_page',
    'signeeDetails.0.signatureBox',
  ],
  [
    '[D1-10] a page that is not there',
    { signeeDetails: [signee({ signatureBox: { page: 9, x: 0, y: 0 } })] },
    400,
    'page_out_of_range',
    'signeeDetails.0.signatureBox',
  ],
  [
    'a scale beyond the limit',
    { signeeDetails: [signee({ signatureBox: { page: 0, x: 0, y: 0, scale: 1.6 } })] },
    400,
    'invalid_request',
    'signeeDetails.0.signatureBox.scale',
  ],
  [
    'a place without a box',
    { signeeDetails: [signee({ signatureBox: undefined })] },
    400,
    'signature_box_required',
    'signeeDetails.0.signatureBox',
  ],
  [
    '[D2-17] an unknown field',
    { fields: [{ name: 'nothing', value: 'x' }] },
    400,
    'unknown_field',
    'fields.0',
  ],
  ['[D2-22] an empty value', { fields: [{ name: 'notes', value: '' }] }, 400, 'empty_value', 'fields.0'],
  [
    '[D2-19] an option not offered',
    { fields: [{ name: 'plan', value: 'Gold' }] },
    400,
    'option_not_offered',
    'fields.0',
  ],
  [
    '[D2-20] a value that is too long',
    { fields: [{ name: 'postcode', value: '1234567' }] },
    400,
    'value_too_long',
    'fields.0',
  ],
  ['[4.4-02] neither file nor template', { fileId: undefined }, 400, 'invalid_request', 'fileId'],
  [
    '[2.4-14] an unknown signature type',
    { signeeDetails: [signee({ signatureType: 'wax' })] },
    400,
    'invalid_request',
    'signeeDetails.0.signatureType',
  ],
  [
    '[2.4-16] an unknown placement',
    { signeeDetails: [signee({ signaturePlacement: 'anywhere' })] },
    400,
    'invalid_request',
    'signeeDetails.0.signaturePlacement',
  ],
  [
    '[2.4-05] a phone number without country code',
    { signeeDetails: [signee({ phoneNumber: '0701234567' })] },
    400,
    'invalid_request',
    'signeeDetails.0.phoneNumber',
  ],
  [
    '[2.4-18] x below 0',
    { signeeDetails: [signee({ signatureBox: { page: 0, x: -1, y: 0 } })] },
    400,
    'invalid_request',
    'signeeDetails.0.signatureBox.x',
  ],
  [
    '[2.4-19] y below 0',
    { signeeDetails: [signee({ signatureBox: { page: 0, x: 0, y: -1 } })] },
    400,
    'invalid_request',
    'signeeDetails.0.signatureBox.y',
  ],
  [
    '[2.4-20] a page below 0',
    { signeeDetails: [signee({ signatureBox: { page: -1, x: 0, y: 0 } })] },
    400,
    'invalid_request',
    'signeeDetails.0.signatureBox.page',
  ],
  [
    '[2.4-22] a scale below the limit',
    { signeeDetails: [signee({ signatureBox: { page: 0, x: 0, y: 0, scale: 0.24 } })] },
    400,
    'invalid_request',
    'signeeDetails.0.signatureBox.scale',
  ],
  [
    '[4.4-19] an unknown mode for fields',
    { fieldsReadonlyMode: 'some' },
    400,
    'invalid_request',
    'fieldsReadonlyMode',
  ],
  ['[4.4-22] an unknown sharing', { sharingSetting: 'public' }, 400, 'invalid_request', 'sharingSetting'],
  ['[4.4-06] an owner of no such account', { userId: randomUUID() }, 400, 'invalid_request', 'userId'],
  [
    '[D5-15] more than 50 signees',
    { signeeDetails: Array.from({ length: 51 }, () => signee({})) },
    400,
    'invalid_request',
    'signeeDetails',
  ],
  [
    '[D2-21] two values for one choice',
    { fields: [{ name: 'plan', value: ['Gold', 'Silver'] }] },
    400,
    'too_many_values',
    'fields.0',
  ],
] as const;

describe.each(shareOf(databaseKinds))('documents on the $title database', ({ kind, skip }) => {
  let running: TestService;
  let fileId: string;
  beforeAll(async () => {
    if (skip) return;
    running = await shareService(kind);
    fileId = await uploadFixture(running.client);
  });
  afterAll(() => running?.close());

  it.skipIf(skip).each(REFUSED)('%s is refused', async (_what, changes, status, errorCode, path) => {
    const body = documentBody(fileId, changes);
    const english = await running.client.post<ErrorBody>('/v1/docs', body);
    const swedish = await running.client.post<ErrorBody>('/v1/docs', { ...body, errorLanguage: 'sv' });
    expect(english).toMatchObject({ status, body: { success: false, code: status, errorCode } });
    expect(swedish.body).toMatchObject({ errorCode });
    expect(swedish.body.message).not.toBe(english.body.message);
    if (path !== null) expect(english.body.details.map((detail) => detail.path).join()).toContain(path);
    expect((await running.client.get<{ documents: [] }>('/v1/docs?limit=1')).body.documents).toEqual([]);
  });

  it.skipIf(skip)('a refusal names what there is instead: the nearest field, options, pages', async () => {
    const messages = async (changes: Record<string, unknown>, errorLanguage: string) => {
      const body = { ...documentBody(fileId, changes), errorLanguage };
      return (await running.client.post<ErrorBody>('/v1/docs', body)).body.details.map(
        ({ message }) => message,
      );
    };
    const misspelt = { fields: [{ name: 'postcod', value: '111 22' }] };
    expect(await messages(misspelt, 'en')).toEqual([
      expect.stringContaining('The nearest name is “postcode”.'),
    ]);
    expect(await messages(misspelt, 'sv')).toEqual([expect.stringContaining('”postcode”')]);
    expect(await messages(misspelt, 'es')).toEqual([expect.stringContaining('«postcode»')]);
    const gold = { fields: [{ name: 'plan', value: 'Gold' }] };
    expect(await messages(gold, 'en')).toEqual([expect.stringMatching(/Choose one of: \w+, .+\.$/)]);
    const beyond = { signeeDetails: [signee({ signatureBox: { page: 9, x: 0, y: 0 } })] };
    expect(await messages(beyond, 'en')).toEqual([
      expect.stringMatching(/It has (one page|\d pages), number/),
    ]);
    const many = Array.from({ length: 5000 }, (_, index) => ({ name: `postcode ${index}`, value: 'x' }));
    const named = (await messages({ fields: many }, 'en')).filter((one) => one.includes('“postcode”'));
    expect(named).toHaveLength(10);
  });

  it.skipIf(skip)(
    '[D4-08] [D4-09] [D4-10] [D1-07] [2.4-30] null is absence, and unknown members are named',
    async () => {
      const body = documentBody(fileId, {
        personalMessage: null,
        fields: null,
        colour: 'red',
        signeeDetails: [
          signee({
            phoneNumber: null,
            signatureBox: { page: 0, x: 74.7, y: 600.25, formFieldId: 'x', z: 1 },
          }),
        ],
      });
      const created = await running.client.post<{ documentId: string; warnings: [] }>('/v1/docs', body);
      expect(created.status).toBe(201);
      expect(created.body.warnings).toEqual(
        expect.arrayContaining([
          { code: 'unknown_member', path: 'colour' },
          { code: 'unknown_member', path: 'signeeDetails.0.signatureBox.z' },
        ]),
      );
      expect(JSON.stringify(created.body.warnings)).not.toContain('formFieldId');
      await waitForStatus(running.client, created.body.documentId, 'awaiting_signatures');
      const link = await readInvitation(running.client, 'ada@example.com');
      const view = await running.client.anonymous.get(`${link}/session`);
      expect(view.body).toMatchObject({ boxes: [{ page: 0, x: 74.7, y: 600.25, width: 219, height: 58 }] });
    },
  );

  it.skipIf(skip)(
    '[4.4-46] [2.2-01] [2.2-02] [2.2-03] [2.2-06] [2.2-10] [2.2-11] [2.2-12] [2.2-13] [2.2-14] [2.2-15] [2.3-01] [2.3-03] [2.3-04] [2.3-07] [2.3-09] [2.3-10] [2.3-15] [2.3-18] [4.4-11] a document has every member of its record',
    async () => {
      const { client } = running;
      const { body } = await client.post<{ documentId: string }>('/v1/docs', documentBody(fileId));
      const shown = await client.get(`/v1/docs/${body.documentId}`);
      expect(shown.status).toBe(200);
      expect(shown.body).toMatchObject({
        userId: expect.stringMatching(UUID),
        name: 'Contract',
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
        completedAt: null,
        revokedAt: null,
        expiryDate: expect.stringMatching(/Z$/),
        serviceTransactionId: expect.any(String),
        language: 'en',
        enableSigningOrder: false,
        fileId,
        documentUrl: expect.stringContaining(body.documentId),
        signeeDetails: [
          {
            signeeId: expect.stringMatching(UUID),
            signingOrder: 1,
            fullName: 'Ada Łovelace',
            emailAddress: 'ada@example.com',
            phoneNumber: null,
            signatureType: 'digital_ink',
            signaturePlacement: 'new_page',
            signatureStatus: 'awaiting_signature',
            signedAt: null,
            signatureLevel: null,
            reminders: { reminderSentCount: 0, lastReminderSentAt: null, reminderCooldown: 0 },
            updates: { lastUpdateAt: null, updateCooldown: 0 },
          },
        ],
      });
    },
  );

  // The document and its events had null, the other answers an empty text.
  it.skipIf(skip)(
    'a signee without a name has an empty one everywhere, and gives it when signing',
    async () => {
      const { client } = running;
      const signeeDetails = [{ emailAddress: 'nameless@example.com', signaturePlacement: 'new_page' }];
      const { body } = await client.post<{ documentId: string }>(
        '/v1/docs',
        documentBody(fileId, { signeeDetails }),
      );
      const link = await readInvitation(client, 'nameless@example.com');
      const nameless = { fullName: '' };
      for (const [path, answer] of [
        ['', { signeeDetails: [nameless] }],
        ['/recipient-links', { recipients: [nameless] }],
      ] as const)
        expect((await client.get(`/v1/docs/${body.documentId}${path}`)).body).toMatchObject(answer);
      const { body: history } = await client.get<{ events: { type: string }[] }>(
        `/v1/docs/${body.documentId}/events`,
      );
      expect(history.events.find(({ type }) => type === 'document.invited')).toMatchObject({
        signee: nameless,
      });
      expect((await client.anonymous.get(`${link}/session`)).body).toMatchObject({
        signee: nameless,
        signees: [nameless],
      });
      const ink = { kind: 'typed', typedName: 'Bo' };
      const sign = (changes: object) =>
        client.anonymous.post(`${link}/signature`, { ink, values: [], consent: true, ...changes });
      expect(await sign({})).toMatchObject({ status: 400, body: { details: [{ path: 'fullName' }] } });
      expect(await sign({ fullName: 'Bo Ek' })).toMatchObject({ status: 200 });
      await waitForStatus(client, body.documentId, 'completed');
      expect((await client.get(`/v1/docs/${body.documentId}`)).body).toMatchObject({
        signeeDetails: [{ fullName: 'Bo Ek' }],
      });
    },
  );

  it.skipIf(skip)('what a sender keeps with a document comes back as it was', async () => {
    const { client } = running;
    const kept = {
      externalId: 'Ärende 7',
      metadata: { $date: 'not a date', Kön: '契約' },
      expiryDate: new Date(Date.now() + 200 * 86_400_000).toISOString(),
      automaticReminders: { afterDays: 3, everyDays: 7 },
      notifyOwner: true,
    };
    const created = await client.post<{ documentId: string }>('/v1/docs', documentBody(fileId, kept));
    expect(created).toMatchObject({ status: 201 });
    expect((await client.get(`/v1/docs/${created.body.documentId}`)).body).toMatchObject(kept);
  });

  it.skipIf(skip)(
    '[4.4-41] [4.4-42] [4.4-44] [4.4-45] [D5-29] [D5-30] lists come in pages, newest first',
    async () => {
      const { client } = running;
      for (const name of ['one', 'two', 'three'])
        await client.post('/v1/docs', documentBody(fileId, { name }));
      const first = await client.get('/v1/docs?limit=2');
      expect(first.body).toMatchObject({
        limit: 2,
        offset: 0,
        nextOffset: 2,
        documents: [
          { name: 'three', status: expect.any(String), userId: expect.any(String) },
          { name: 'two' },
        ],
      });
      const all = await client.get<{ documents: unknown[] }>('/v1/docs');
      expect(all.body).toMatchObject({ limit: 10, offset: 0, nextOffset: null });
      for (const query of ['limit=51', 'limit=0', 'limit=x', 'offset=-1']) {
        expect(await client.get(`/v1/docs?${query}`)).toMatchObject({
          status: 400,
          body: { errorCode: 'invalid_request' },
        });
      }
    },
  );

  it.skipIf(skip)(
    '[D4-11] [5-09] what belongs to another account is 404, and a read-only token may not write',
    async () => {
      const { body } = await running.client.post<{ documentId: string }>('/v1/docs', documentBody(fileId));
      const other = await running.addAccount();
      for (const path of [`/v1/docs/${body.documentId}`, `/v1/docs/${body.documentId}/signed-file`]) {
        expect(await other.get(path)).toMatchObject({
          status: 404,
          body: { errorCode: 'document_not_found' },
        });
      }
      const foreignFile = await other.post('/v1/docs', documentBody(fileId));
      expect(foreignFile).toMatchObject({ status: 404, body: { errorCode: 'file_not_found' } });
      expect(await other.get('/v1/docs')).toMatchObject({ body: { documents: [] } });
      const reader = await authorize(running.baseUrl, running.apiKey, 'read');
      expect((await reader.get('/v1/docs')).status).toBe(200);
      expect(await reader.post('/v1/docs', documentBody(fileId))).toMatchObject({
        status: 403,
        body: { errorCode: 'scope_missing' },
      });
    },
  );
});
