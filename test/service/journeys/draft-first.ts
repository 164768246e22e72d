import { expect } from 'vitest';
import type { Journey } from './journey.ts';
import { document, errorOf, LINK, signee } from './parts.ts';

const draft = document(
  [signee('{ada}', { signaturePlacement: 'existing', signatureBox: { page: 0, x: 300, y: 700 } })],
  {
    name: 'Draft',
    fields: [{ name: 'notes', value: 'Filled by the sender' }],
    fieldsReadonlyMode: 'filled',
  },
);

const changed = document([signee('{ada}')], {
  name: 'Changed',
  fields: [{ name: 'postcode', value: '211 20' }],
  fieldsReadonlyMode: 'filled',
  language: 'sv',
});

const issue = { call: 'GET /v1/docs/drafts/{draftId}/file-url' };

export const draftFirst: Journey = {
  name: 'a draft is looked at, changed and sent, and nobody is invited before',
  steps: [
    { upload: 'forms/contract.pdf', keep: 'fileId' },
    {
      call: 'POST /v1/docs/drafts',
      body: draft,
      answers: 201,
      with: { ...draft, problems: [] },
      keep: { draftId: 'draftId' },
    },
    { ...issue, answers: 200, keep: { once: 'downloadUrl' } },
    { call: 'GET {once}', as: 'signer', answers: 200 },
    { call: 'GET {once}', as: 'signer', answers: 404, with: errorOf('download_not_found') },
    { ...issue, answers: 200, keep: { before: 'downloadUrl' } },
    { call: 'PUT /v1/docs/drafts/{draftId}', body: changed, answers: 200, with: changed },
    { call: 'GET {before}', as: 'signer', answers: 404, with: errorOf('download_not_found') },
    {
      call: 'GET /v1/docs/drafts/{draftId}',
      answers: 200,
      with: { ...changed, status: 'draft', problems: [], documentId: null },
    },
    { mailsTo: '{ada}', count: 0 },
    { call: 'POST /v1/docs/drafts/{draftId}/send', answers: 201, keep: { documentId: 'documentId' } },
    { mailsTo: '{ada}', count: 1, keep: { link: LINK } },
    {
      call: 'GET {link}/session',
      as: 'signer',
      answers: 200,
      with: {
        documentName: 'Changed',
        language: 'sv',
        canSign: true,
        fields: expect.arrayContaining([
          expect.objectContaining({ name: 'postcode', value: ['211 20'], readOnly: true }),
          expect.objectContaining({ name: 'notes', value: [], readOnly: false }),
        ]),
      },
    },
    {
      call: 'GET /v1/docs/drafts/{draftId}',
      answers: 200,
      with: { status: 'sent', documentId: '{documentId}' },
    },
  ],
};
