import type { Answer } from '../api-client.ts';
import type { Journey } from './journey.ts';
import { document, errorOf, LINK, signee, typed } from './parts.ts';

const links = { call: 'GET /v1/docs/{documentId}/recipient-links' };

export const handedOut: Journey = {
  name: 'invitations are off: the sender hands out links, which open with a code',
  steps: [
    { upload: 'plain/a4.pdf', keep: 'fileId' },
    {
      call: 'POST /v1/docs',
      body: document([signee('{ada}', { phoneNumber: '+46701234567', disableInvitationMessage: true })]),
      answers: 201,
      keep: { documentId: 'documentId' },
    },
    {
      call: 'GET /v1/docs/{documentId}',
      answers: 200,
      with: { status: 'awaiting_signatures' },
      eventually: true,
    },
    { mailsTo: '{ada}', count: 0 },
    { ...links, as: 'reader', answers: 403, with: errorOf('scope_missing') },
    {
      ...links,
      answers: 200,
      with: { recipients: [{ verificationChannel: 'email' }, { verificationChannel: 'sms' }] },
      keep: {
        url: 'recipients.0.signingUrl',
        smsUrl: 'recipients.1.signingUrl',
        link: ({ body }: Answer) => LINK.exec(JSON.stringify(body))?.[0] ?? '',
      },
    },
    {
      ...links,
      answers: 200,
      with: { recipients: [{ signingUrl: '{url}' }, { signingUrl: '{smsUrl}' }] },
    },
    {
      call: 'GET {link}/session',
      as: 'signer',
      answers: 200,
      with: { canSign: false, reason: 'verification_required', fields: [], pages: 0 },
    },
    {
      call: 'POST {link}/signature',
      as: 'signer',
      body: typed(),
      answers: 403,
      with: errorOf('verification_required'),
    },
    {
      call: 'POST {link}/code',
      as: 'signer',
      answers: 200,
      keep: { cookie: ({ headers }) => headers.get('set-cookie')?.split(';')[0] ?? '' },
    },
    { mailsTo: '{ada}', count: 1, keep: { code: /\b\d{6}\b/ } },
    {
      call: 'POST {link}/code/check',
      as: 'signer',
      headers: { cookie: '{cookie}' },
      body: { code: '{code}' },
      answers: 200,
      with: { canSign: true },
    },
    {
      call: 'POST {link}/signature',
      as: 'signer',
      headers: { cookie: '{cookie}' },
      body: typed(),
      answers: 200,
    },
    { call: 'GET /v1/docs/{documentId}', answers: 200, with: { status: 'completed' }, eventually: true },
    { call: 'POST /v1/docs/drafts', body: { name: 'Draft' }, answers: 201, keep: { draftId: 'draftId' } },
    {
      call: 'GET /v1/docs/{draftId}/recipient-links',
      answers: 404,
      with: errorOf('document_not_found'),
    },
  ],
};
