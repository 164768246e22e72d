import type { Journey } from './journey.ts';
import { document, errorOf, LINK, signee, typed } from './parts.ts';

const change = { call: 'PATCH /v1/docs/{documentId}/signature-field' };

export const wrongAddress: Journey = {
  name: 'a wrong address is corrected: a new id, a new link, one new invitation',
  steps: [
    { upload: 'plain/a4.pdf', keep: 'fileId' },
    {
      call: 'POST /v1/docs',
      body: document([signee('{ada}')]),
      answers: 201,
      keep: { documentId: 'documentId' },
    },
    { mailsTo: '{ada}', count: 1, keep: { oldLink: LINK } },
    { call: 'GET /v1/docs/{documentId}', answers: 200, keep: { oldId: 'signeeDetails.0.signeeId' } },
    {
      ...change,
      body: [{ signeeId: '{oldId}', emailAddress: '{bo}' }],
      answers: 200,
      with: { previousSigneeId: '{oldId}', updated: { emailAddress: '{bo}' } },
      keep: { newId: 'signeeId' },
    },
    { mailsTo: '{bo}', count: 1, keep: { newLink: LINK } },
    { mailsTo: '{ada}', count: 1 },
    {
      call: 'GET {oldLink}/session',
      as: 'signer',
      answers: 404,
      with: errorOf('link_not_found'),
    },
    {
      ...change,
      body: [{ signeeId: '{oldId}', emailAddress: '{cy}' }],
      answers: 404,
      with: errorOf('signee_not_found', '0.signeeId'),
    },
    {
      ...change,
      body: [{ signeeId: '{newId}', phoneNumber: '+46701234567' }],
      answers: 403,
      with: errorOf('contact_not_addable'),
    },
    {
      ...change,
      body: [{ signeeId: '{newId}', emailAddress: '{cy}' }],
      answers: 200,
      keep: { lastId: 'signeeId' },
    },
    {
      ...change,
      body: [{ signeeId: '{lastId}', emailAddress: '{ada}' }],
      answers: 429,
      with: errorOf('contact_update_limit_reached'),
    },
    { mailsTo: '{cy}', count: 1, keep: { link: LINK } },
    { call: 'GET {newLink}/session', as: 'signer', answers: 404 },
    { call: 'POST {link}/signature', as: 'signer', body: typed(), answers: 200 },
    { call: 'GET /v1/docs/{documentId}', answers: 200, with: { status: 'completed' }, eventually: true },
  ],
};
