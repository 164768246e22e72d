import { expect } from 'vitest';
import type { Journey } from './journey.ts';
import { document, errorOf, LINK, signee, typed } from './parts.ts';

const send = (...fields: readonly object[]) =>
  document([signee('{ada}'), signee('{bo}')], { fields, fieldsReadonlyMode: 'filled' });

const NAME = { name: 'fullName|svc-input-fullname', value: 'Ada Łovelace' };
const values = { call: 'POST /v1/docs/{documentId}/field-values' };

export const prefilled: Journey = {
  name: 'the sender fills in fields, and the signer the blanks',
  steps: [
    { upload: 'forms/contract.pdf', keep: 'fileId' },
    {
      call: 'POST /v1/docs',
      body: send({ name: 'notes', value: '' }),
      answers: 400,
      with: { errorCode: 'empty_value', message: expect.stringContaining('notes') },
    },
    {
      call: 'POST /v1/docs',
      body: send({ name: 'nobody', value: 'x' }),
      answers: 400,
      with: { errorCode: 'unknown_field', message: expect.stringContaining('nobody') },
    },
    {
      call: 'POST /v1/docs',
      body: send(
        { name: 'terms', value: ['Yes'] },
        { name: 'plan', value: ['Basic'] },
        { name: 'notes', value: 'Agreed by telephone' },
      ),
      answers: 201,
      keep: { documentId: 'documentId' },
    },
    { mailsTo: '{ada}', count: 1, keep: { first: LINK } },
    {
      call: 'GET {first}/session',
      as: 'signer',
      answers: 200,
      with: {
        fields: expect.arrayContaining([
          expect.objectContaining({ name: 'terms', value: ['Yes'], readOnly: true }),
          expect.objectContaining({ name: 'plan', value: ['Basic'], readOnly: true }),
          expect.objectContaining({ name: 'notes', value: ['Agreed by telephone'], readOnly: true }),
          expect.objectContaining({ name: 'postcode', readOnly: false }),
        ]),
      },
    },
    {
      call: 'POST {first}/signature',
      as: 'signer',
      body: typed(NAME, { name: 'plan', value: ['Plus'] }),
      answers: 400,
      with: { errorCode: 'field_not_editable', message: expect.stringContaining('plan') },
    },
    {
      call: 'POST {first}/signature',
      as: 'signer',
      body: typed(NAME, { name: 'postcode', value: '211 20' }),
      answers: 200,
    },
    {
      ...values,
      body: { fields: [{ name: 'email|svc-format-email', value: 'ada@example.com' }] },
      answers: 403,
      with: errorOf('document_not_editable'),
    },
    { mailsTo: '{bo}', count: 1, keep: { second: LINK } },
    { call: 'POST {second}/signature', as: 'signer', body: typed(), answers: 200 },
    { call: 'GET /v1/docs/{documentId}', answers: 200, with: { status: 'completed' }, eventually: true },
    {
      call: 'GET /v1/docs/{documentId}/field-values',
      answers: 200,
      with: expect.arrayContaining([
        { name: 'terms', value: ['Yes'] },
        { name: 'plan', value: ['Basic'] },
        { name: 'notes', value: ['Agreed by telephone'] },
        { name: 'postcode', value: ['211 20'] },
      ]),
    },
  ],
};
