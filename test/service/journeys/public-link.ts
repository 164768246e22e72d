import { expect } from 'vitest';
import type { Journey } from './journey.ts';
import { errorOf } from './parts.ts';

const link = { name: 'Consent', fileId: '{fileId}', signeeDetails: [{ signaturePlacement: 'new_page' }] };

export const publicLink: Journey = {
  name: 'a public link is disabled before it is deleted, and its copy has another address',
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
  ],
};
