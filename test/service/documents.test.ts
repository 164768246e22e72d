import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorize } from './api-client.ts';
import { documentBody, readInvitation, uploadFixture, waitForStatus } from './journey-steps.ts';
import { databaseKinds, startService, type TestService } from './start-service.ts';

interface ErrorBody {
  readonly message: string;
  readonly details: readonly { readonly path: string; readonly message: string }[];
}

const signee = (changes: Record<string, unknown>) => ({
  fullName: 'Ada',
  emailAddress: 'ada@example.com',
  signaturePlacement: 'existing',
  signatureBox: { page: 0, x: 100, y: 600 },
  ...changes,
});

/** What is wrong, the change that makes it so, and how it is answered. */
const REFUSED = [
  ['no name', { name: undefined }, 400, 'invalid_request', 'name'],
  ['a name that is too long', { name: 'x'.repeat(256) }, 400, 'invalid_request', 'name'],
  ['no signee', { signeeDetails: [] }, 400, 'invalid_request', 'signeeDetails'],
  ['a file nobody has', { fileId: randomUUID() }, 404, 'file_not_found', null],
  ['a template beside the file', { templateId: randomUUID() }, 400, 'invalid_request', 'templateId'],
  ['an unknown language', { language: 'fr' }, 400, 'invalid_request', 'language'],
  [
    'a message that is too long',
    { personalMessage: 'x'.repeat(501) },
    400,
    'invalid_request',
    'personalMessage',
  ],
  [
    'no contact',
    { signeeDetails: [signee({ emailAddress: undefined })] },
    400,
    'contact_required',
    'signeeDetails.0',
  ],
  [
    'a box beyond the page',
    { signeeDetails: [signee({ signatureBox: { page: 0, x: 380, y: 600 } })] },
    400,
    'box_outside_page',
    'signeeDetails.0.signatureBox',
  ],
  [
    'a page that is not there',
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
  ['an unknown field', { fields: [{ name: 'nothing', value: 'x' }] }, 400, 'unknown_field', 'fields.0'],
  ['an empty value', { fields: [{ name: 'notes', value: '' }] }, 400, 'empty_value', 'fields.0'],
  [
    'an option not offered',
    { fields: [{ name: 'plan', value: 'Gold' }] },
    400,
    'option_not_offered',
    'fields.0',
  ],
  [
    'a value that is too long',
    { fields: [{ name: 'postcode', value: '1234567' }] },
    400,
    'value_too_long',
    'fields.0',
  ],
  ['the assistant', { aiAssistant: { enabled: true } }, 403, 'capability_missing', null],
] as const;

describe.each(databaseKinds)('documents on the $title database', ({ kind, skip }) => {
  let running: TestService;
  let fileId: string;
  beforeAll(async () => {
    if (skip) return;
    running = await startService(kind);
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

  it.skipIf(skip)('null is absence, and unknown members are named', async () => {
    const body = documentBody(fileId, {
      personalMessage: null,
      fields: null,
      colour: 'red',
      signeeDetails: [
        signee({ phoneNumber: null, signatureBox: { page: 0, x: 74.7, y: 600.25, formFieldId: 'x', z: 1 } }),
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
  });

  it.skipIf(skip)('a document shows all of specification 2.2', async () => {
    const { client } = running;
    const { body } = await client.post<{ documentId: string }>('/v1/docs', documentBody(fileId));
    const shown = await client.get(`/v1/docs/${body.documentId}`);
    expect(shown.body).toMatchObject({
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
  });

  it.skipIf(skip)('lists come in pages, newest first', async () => {
    const { client } = running;
    for (const name of ['one', 'two', 'three']) await client.post('/v1/docs', documentBody(fileId, { name }));
    const first = await client.get('/v1/docs?limit=2');
    expect(first.body).toMatchObject({
      limit: 2,
      offset: 0,
      nextOffset: 2,
      documents: [{ name: 'three', status: expect.any(String), userId: expect.any(String) }, { name: 'two' }],
    });
    const all = await client.get<{ documents: unknown[] }>('/v1/docs');
    expect(all.body).toMatchObject({ limit: 10, offset: 0, nextOffset: null });
    for (const query of ['limit=51', 'limit=0', 'limit=x', 'offset=-1']) {
      expect(await client.get(`/v1/docs?${query}`)).toMatchObject({
        status: 400,
        body: { errorCode: 'invalid_request' },
      });
    }
  });

  it.skipIf(skip)('what belongs to another account is 404, and a read-only token may not write', async () => {
    const { body } = await running.client.post<{ documentId: string }>('/v1/docs', documentBody(fileId));
    const other = await running.addAccount();
    for (const path of [`/v1/docs/${body.documentId}`, `/v1/docs/${body.documentId}/signed-file`]) {
      expect(await other.get(path)).toMatchObject({ status: 404, body: { errorCode: 'document_not_found' } });
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
  });
});
