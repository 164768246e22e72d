import { type AcceptedFile, SigningError } from '@countersign/signing';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { buildApi } from '../testing/build-api.ts';

const ID = '0f0e0d0c-0b0a-4908-8706-050403020100';
const OTHER = '11111111-2222-4333-8444-555555555555';

const ACCEPTED: AcceptedFile = {
  fileId: ID,
  removals: {
    repaired: false,
    encrypted: false,
    counts: {
      signatures: 1,
      signatureFields: 1,
      orphanWidgets: 0,
      listedFields: 0,
      activeContent: 0,
      hiddenLayers: 0,
      unprintedLayers: 0,
      hiddenAnnotations: 0,
      redrawnFields: 0,
      drawnAnnotations: 0,
      hiddenTextPages: 0,
    },
    removedCertification: true,
    removedRemains: false,
    signatures: [{ fieldName: 'Signature1', signerName: 'Ada', signedAt: '2026-01-02T03:04:05.000Z' }],
    signatureFields: ['Signature1'],
    activeContent: [],
    hiddenLayers: [],
    unprintedLayers: [],
    hiddenTextPages: [],
    conformance: null,
  },
  warnings: [{ code: 'signatures_removed', params: { count: 1 } }],
};

describe('POST /v1/files/merge', () => {
  const url = '/v1/files/merge';

  it('hands the ids on in lower case, and answers with its warnings and those of unknown members', async () => {
    const calls: unknown[] = [];
    const mergeFiles = async (_: unknown, command: unknown) => {
      calls.push(command);
      return ACCEPTED;
    };
    const { api, authorize } = await buildApi({ signing: { files: { merge: mergeFiles } } });
    const payload = { fileIds: [ID.toUpperCase(), OTHER], name: 'All', colour: 'red' };
    const answer = await api.inject({ method: 'POST', url, headers: await authorize(), payload });
    expect(calls).toEqual([{ fileIds: [ID, OTHER], name: 'All' }]);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      fileId: ID,
      warnings: [
        { code: 'signatures_removed', params: { count: 1 } },
        { code: 'unknown_member', path: 'colour' },
      ],
    });
  });

  it('logs what was removed, by field, signer and time', async () => {
    const lines: string[] = [];
    const logger = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } }).log;
    const { api, authorize } = await buildApi({
      logger,
      signing: { files: { merge: async () => ACCEPTED } },
    });
    const payload = { fileIds: [ID, OTHER], name: 'All' };
    await api.inject({ method: 'POST', url, headers: await authorize(), payload });
    const entry = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'file accepted');
    expect(entry).toMatchObject({ fileId: ID, removals: ACCEPTED.removals });
  });

  it('names every member that has the wrong shape', async () => {
    const { api, authorize } = await buildApi();
    const payload = { fileIds: [ID, 7, 'x'] };
    const answer = await api.inject({ method: 'POST', url, headers: await authorize(), payload });
    expect(answer.json()).toMatchObject({
      code: 400,
      errorCode: 'invalid_request',
      details: [{ path: 'fileIds.1' }, { path: 'fileIds.2' }, { path: 'name' }],
    });
  });

  it('needs the scope to write', async () => {
    const { api, authorize } = await buildApi();
    const headers = await authorize('read');
    expect((await api.inject({ method: 'POST', url, headers, payload: {} })).json()).toMatchObject({
      code: 403,
      errorCode: 'scope_missing',
    });
  });
});

describe('DELETE /v1/files/{fileId}', () => {
  it('[4.3-13] answers 204 without a body', async () => {
    const calls: string[] = [];
    const deleteFile = async (_: unknown, fileId: string) => void calls.push(fileId);
    const { api, authorize } = await buildApi({ signing: { files: { delete: deleteFile } } });
    const url = `/v1/files/${ID.toUpperCase()}?errorLanguage=sv`;
    const answer = await api.inject({ method: 'DELETE', url, headers: await authorize() });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(calls).toEqual([ID]);
  });

  it('answers 404 for what is gone and 400 for what is no id, in the language asked for', async () => {
    const deleteFile = () => Promise.reject(new SigningError('file_not_found'));
    const { api, authorize } = await buildApi({ signing: { files: { delete: deleteFile } } });
    const headers = await authorize();
    const remove = async (id: string) =>
      (await api.inject({ method: 'DELETE', url: `/v1/files/${id}?errorLanguage=sv`, headers })).json();
    const gone = await remove(ID);
    expect(gone).toMatchObject({ code: 404, errorCode: 'file_not_found' });
    expect(gone.message).toMatch(/^Filen hittades inte/);
    expect(await remove('7')).toMatchObject({
      code: 400,
      errorCode: 'invalid_request',
      details: [{ path: 'fileId', message: expect.stringMatching(/^fileId är inget id/) }],
    });
  });
});

it('/openapi.json tells how many files a merge takes, and every way in which it refuses', async () => {
  const { api } = await buildApi();
  const { paths, components } = (await api.inject('/openapi.json')).json();
  const merge = paths['/v1/files/merge'].post;
  const { fileIds } = components.schemas.MergeFilesRequest.properties;
  expect(fileIds).toMatchObject({ type: 'array', minItems: 2, maxItems: 8, uniqueItems: true });
  expect(merge.responses['400'].description).toContain('inputs_too_large');
  expect(Object.keys(paths['/v1/files/{fileId}'].delete.responses)).toEqual(
    expect.arrayContaining(['204', '401', '404']),
  );
  expect(components.schemas.MergeFilesAnswer.properties.warnings.description).toContain('annotations_drawn');
});
