import type { Journey } from './journey.ts';
import { document, errorOf, LINK, signee, typed } from './parts.ts';

const ordered = document(
  [
    signee('{ada}', { signingOrder: 1 }),
    signee('{bo}', { signingOrder: 2 }),
    signee('{cy}', { signingOrder: 2 }),
  ],
  { enableSigningOrder: true },
);

export const inOrder: Journey = {
  name: 'orders 1, 2 and 2: one is invited, then two together',
  steps: [
    { upload: 'plain/a4.pdf', keep: 'fileId' },
    { call: 'POST /v1/docs', body: ordered, answers: 201, keep: { documentId: 'documentId' } },
    { mailsTo: '{ada}', count: 1, keep: { first: LINK } },
    { mailsTo: '{bo}', count: 0 },
    { mailsTo: '{cy}', count: 0 },
    { call: 'POST {first}/signature', as: 'signer', body: typed(), answers: 200 },
    { mailsTo: '{bo}', count: 1, keep: { second: LINK } },
    { mailsTo: '{cy}', count: 1, keep: { third: LINK } },
    { call: 'POST {third}/signature', as: 'signer', body: typed(), answers: 200 },
    { call: 'POST {second}/signature', as: 'signer', body: typed(), answers: 200 },
    { call: 'GET /v1/docs/{documentId}', answers: 200, with: { status: 'completed' }, eventually: true },
    {
      call: 'POST /v1/docs',
      as: 'bare',
      body: ordered,
      answers: 403,
      with: errorOf('capability_missing'),
    },
    { call: 'GET /v1/docs', as: 'bare', answers: 200, with: { documents: [] } },
  ],
};
