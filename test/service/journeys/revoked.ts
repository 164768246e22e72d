import { createHmac } from 'node:crypto';
import { EVENT_TYPES } from '@countersign/signing';
import { expect } from 'vitest';
import { waitFor } from '../journey-steps.ts';
import type { ReceivedDelivery } from '../receive-webhooks.ts';
import type { Journey } from './journey.ts';
import type { JourneyRun } from './journey-run.ts';
import { document, errorOf, LINK, signee, typed } from './parts.ts';

const revoke = { call: 'PUT /v1/docs/{documentId}/revoke' };
const remove = { call: 'DELETE /v1/docs/{documentId}' };

export const revoked: Journey = {
  name: 'revoked after one of two has signed, duplicated and deleted, with a webhook for every event',
  steps: [
    {
      call: 'POST /v1/webhooks',
      body: { webhookUrl: '{hook}', name: 'All events', eventTypes: EVENT_TYPES },
      answers: 201,
      keep: { webhookId: 'webhookId', secret: 'signingSecret' },
    },
    { upload: 'plain/a4.pdf', keep: 'fileId' },
    {
      call: 'POST /v1/docs',
      body: document([signee('{ada}'), signee('{bo}')]),
      answers: 201,
      keep: { documentId: 'documentId' },
    },
    { mailsTo: '{ada}', count: 1, keep: { first: LINK } },
    { mailsTo: '{bo}', count: 1, keep: { second: LINK } },
    { call: 'GET {first}/session', as: 'signer', answers: 200 },
    { call: 'POST {first}/signature', as: 'signer', body: typed(), answers: 200 },
    {
      check: 'every delivery so far is signed with the secret',
      run: (run) => checkSignatures(run, 'document.signed', 'secret'),
    },
    {
      call: 'POST /v1/webhooks/{webhookId}/rotate-secret',
      answers: 200,
      keep: { newSecret: 'signingSecret' },
    },
    { ...remove, answers: 403, with: errorOf('document_not_deletable') },
    { ...revoke, answers: 200, with: { documentId: '{documentId}' } },
    {
      call: 'GET {second}/session',
      as: 'signer',
      answers: 200,
      with: { canSign: false, reason: 'revoked', pages: 0 },
    },
    {
      call: 'POST {second}/signature',
      as: 'signer',
      body: typed(),
      answers: 403,
      with: errorOf('document_not_signable'),
    },
    {
      call: 'POST /v1/docs/{documentId}/duplicate',
      answers: 201,
      with: {
        status: 'draft',
        fileId: '{fileId}',
        documentId: null,
        signeeDetails: [{ emailAddress: '{ada}' }, { emailAddress: '{bo}' }],
      },
      keep: { draftId: 'draftId' },
    },
    { ...remove, answers: 204 },
    { call: 'GET /v1/docs/{documentId}', answers: 404, with: errorOf('document_not_found') },
    { call: 'GET {first}/session', as: 'signer', answers: 404, with: errorOf('link_not_found') },
    // The draft needs it.
    { call: 'GET /v1/files/{fileId}/fields', answers: 200 },
    {
      eventsOf: '{documentId}',
      types: [
        'document.created',
        'document.opened',
        'document.signed',
        'document.revoked',
        'document.deleted',
      ],
    },
    {
      check: 'what was delivered after the rotation is signed with the new secret',
      run: (run) => checkSignatures(run, 'document.deleted', 'newSecret'),
    },
    { call: 'POST /v1/docs/drafts/{draftId}/send', answers: 201, keep: { documentId: 'documentId' } },
    { ...revoke, answers: 200 },
    { call: 'DELETE /v1/docs/drafts/{draftId}', answers: 204 },
    { ...remove, answers: 204 },
    { call: 'GET /v1/files/{fileId}/fields', answers: 404, with: errorOf('file_not_found') },
    { call: 'DELETE /v1/webhooks/{webhookId}', answers: 204 },
  ],
};

/** Throws unless the delivery of that event is signed with the secret, over the body as it came. */
async function checkSignatures(run: JourneyRun, type: string, secret: string): Promise<void> {
  const documentId = run.kept('documentId');
  const isWanted = ({ payload: { event, data } }: ReceivedDelivery) =>
    event.type === type && data.documentId === documentId;
  const { headers, rawBody } = await waitFor(type, async () => run.deliveries.find(isWanted) ?? null);
  const signature = createHmac('sha256', run.kept(secret))
    .update(`${headers['x-service-timestamp']}.${rawBody}`)
    .digest('hex');
  expect(headers['x-service-signature']).toBe(signature);
}
