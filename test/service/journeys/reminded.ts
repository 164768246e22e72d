import { expect } from 'vitest';
import type { Journey } from './journey.ts';
import { document, errorOf, LINK, signee, typed } from './parts.ts';

const remind = { call: 'POST /v1/docs/{documentId}/reminder' };

export const reminded: Journey = {
  name: 'reminders go out twice an hour, and none once the document is completed',
  steps: [
    { upload: 'plain/a4.pdf', keep: 'fileId' },
    {
      call: 'POST /v1/docs',
      body: document([signee('{ada}'), signee('{bo}')]),
      answers: 201,
      keep: { documentId: 'documentId' },
    },
    { mailsTo: '{ada}', count: 1, keep: { first: LINK } },
    { mailsTo: '{bo}', count: 1, keep: { second: LINK } },
    {
      call: 'GET /v1/docs/{documentId}',
      answers: 200,
      with: { status: 'awaiting_signatures' },
      keep: { adaId: 'signeeDetails.0.signeeId', boId: 'signeeDetails.1.signeeId' },
    },
    {
      ...remind,
      body: { signeeIds: ['{adaId}'] },
      answers: 200,
      with: { remindersSentTo: [{ signeeId: '{adaId}', reminderCooldown: 0 }], remindersNotSentTo: [] },
    },
    { ...remind, body: { signeeIds: ['{adaId}'] }, answers: 200 },
    {
      ...remind,
      body: { signeeIds: ['{adaId}', '{boId}'] },
      answers: 200,
      with: {
        remindersSentTo: [{ signeeId: '{boId}' }],
        remindersNotSentTo: [
          { signeeId: '{adaId}', reminderCooldown: expect.any(Number), message: expect.stringMatching(/\w/) },
        ],
      },
    },
    {
      ...remind,
      body: { signeeIds: ['{adaId}'] },
      answers: 429,
      with: errorOf('reminder_limit_reached'),
      keep: { seconds: ({ headers }) => headers.get('retry-after') ?? '' },
    },
    {
      check: 'the seconds to wait are of the hour',
      run: async (run) => {
        const seconds = Number(run.kept('seconds'));
        expect(seconds).toBeGreaterThan(3000);
        expect(seconds).toBeLessThanOrEqual(3600);
      },
    },
    { mailsTo: '{ada}', count: 3 },
    { mailsTo: '{bo}', count: 2 },
    { call: 'POST {first}/signature', as: 'signer', body: typed(), answers: 200 },
    { call: 'POST {second}/signature', as: 'signer', body: typed(), answers: 200 },
    { call: 'GET /v1/docs/{documentId}', answers: 200, with: { status: 'completed' }, eventually: true },
    {
      ...remind,
      body: { signeeIds: ['{boId}'] },
      answers: 403,
      with: errorOf('document_not_signable'),
    },
  ],
};
