import { SigningError } from '@countersign/signing';
import { expect, it } from 'vitest';
import { takeAnswerFaults } from './answer-faults.ts';
import { buildApi } from './build-api.ts';

it('an error that the route does not declare fails the test', async () => {
  const deleteFile = () => Promise.reject(new SigningError('already_signed'));
  const { api, authorize } = await buildApi({ signing: { files: { delete: deleteFile } } });
  const url = '/v1/files/00000000-0000-4000-8000-000000000001';
  await api.inject({ method: 'DELETE', url, headers: await authorize() });
  expect(takeAnswerFaults()).toEqual([
    expect.stringMatching(
      /^DELETE \/v1\/files\/:fileId 403: \/errorCode must be equal to one of the allowed values/,
    ),
  ]);
});
