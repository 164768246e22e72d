import { expect } from 'vitest';
import type { Answer } from '../api-client.ts';
import type { Journey } from './journey.ts';
import { errorOf, LINK, typed } from './parts.ts';

const link = { name: 'Consent', fileId: '{fileId}', signeeDetails: [{ signaturePlacement: 'new_page' }] };

const visitor = { as: 'signer', headers: { cookie: '{cookie}' } } as const;

/** A visitor signs at the link of `copyId`: a name and a contact, a code, and the same signing as everywhere. */
const visit: Journey['steps'] = [
  {
    check: 'visitors open the address of the link',
    run: async (run) => run.keep('visited', LINK.exec(run.kept('copyUrl'))?.[0] ?? ''),
  },
  {
    call: 'GET {visited}/session',
    as: 'signer',
    answers: 200,
    with: { documentName: 'New', reason: 'details_required', isFileShown: false },
  },
  {
    call: 'POST {visited}/session',
    as: 'signer',
    body: { fullName: 'Ada Łovelace' },
    answers: 400,
    with: errorOf('contact_required'),
  },
  {
    call: 'POST {visited}/session',
    as: 'signer',
    body: { fullName: 'Ada Łovelace', emailAddress: '{ada}' },
    answers: 201,
    keep: { link: ({ body }: Answer) => LINK.exec(JSON.stringify(body))?.[0] ?? '' },
  },
  {
    call: 'GET {link}/session',
    as: 'signer',
    answers: 200,
    with: { canSign: false, reason: 'verification_required', slot: { number: 1, count: 1 } },
  },
  {
    call: 'POST {link}/code',
    as: 'signer',
    answers: 200,
    keep: { cookie: ({ headers }) => headers.get('set-cookie')?.split(';')[0] ?? '' },
  },
  { mailsTo: '{ada}', count: 1, keep: { code: /\b\d{6}\b/ } },
  { call: 'POST {link}/code/check', ...visitor, body: { code: '{code}' }, answers: 200 },
  { call: 'GET {link}/session', ...visitor, answers: 200, with: { canSign: true }, eventually: true },
  { call: 'POST {link}/signature', ...visitor, body: typed(), answers: 200 },
  {
    call: 'GET /v1/links/{copyId}/documents',
    answers: 200,
    with: { documents: [{ name: 'New', status: 'completed' }] },
    keep: { documentId: 'documents.0.documentId' },
    eventually: true,
  },
  {
    call: 'GET /v1/links/{copyId}',
    answers: 200,
    with: { counts: { opened: 1, started: 1, completed: 1 } },
  },
  { call: 'GET {link}/sealed.pdf', ...visitor, answers: 200 },
];

export const publicLink: Journey = {
  name: 'a public link is disabled before it is deleted, and its copy has another address, where visitors sign',
  steps: [
    { upload: 'plain/a4.pdf', keep: 'fileId' },
    { call: 'POST /v1/links', as: 'bare', body: link, answers: 403, with: errorOf('capability_missing') },
    {
      call: 'POST /v1/links',
      body: link,
      answers: 201,
      with: { name: 'Consent', status: 'active', counts: { opened: 0, started: 0, completed: 0 } },
      keep: { linkId: 'linkId', url: 'url' },
    },
    { call: 'PUT /v1/links/{linkId}', body: { ...link, name: 'New' }, answers: 200, with: { url: '{url}' } },
    { call: 'DELETE /v1/links/{linkId}', answers: 409 },
    {
      call: 'POST /v1/links/{linkId}/duplicate',
      answers: 201,
      with: { name: 'New', url: expect.any(String) },
      keep: { copyId: 'linkId', copyUrl: 'url' },
    },
    {
      check: 'the addresses differ',
      run: async (run) => expect(run.kept('copyUrl')).not.toBe(run.kept('url')),
    },
    { call: 'PUT /v1/links/{linkId}/disable', answers: 200 },
    { call: 'PUT /v1/links/{linkId}', body: link, answers: 409 },
    { call: 'GET /v1/links/{linkId}/documents', answers: 200, with: { documents: [] } },
    { call: 'DELETE /v1/links/{linkId}', answers: 204 },
    { call: 'GET /v1/links/{linkId}', answers: 404 },
    { call: 'GET /v1/links/{copyId}', answers: 200, with: { status: 'active', url: '{copyUrl}' } },
    ...visit,
  ],
};
