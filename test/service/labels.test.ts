import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import type { ApiClient } from './api-client.ts';
import { documentBody, readInvitation, signByHand, uploadFixture, waitForStatus } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

interface Created {
  readonly documentId: string;
}

describe.each(shareOf(databaseKinds))('labels on the $title database', ({ kind, skip }) => {
  let running: TestService;
  let owner: ApiClient;
  let fileId: string;
  beforeAll(async () => {
    if (skip) return;
    running = await shareService(kind);
    owner = running.client;
    fileId = await uploadFixture(owner);
  });
  afterAll(async () => running?.close());

  const send = async (changes: object) =>
    (await owner.post<Created>('/v1/docs', documentBody(fileId, { ...changes }))).body.documentId;
  const labelsOf = async (documentId: string) =>
    (await owner.get<{ labels: string[] }>(`/v1/docs/${documentId}`)).body.labels;
  const namesOf = async (label: string, client = owner) => {
    const path = `/v1/docs?include=progress&label=${encodeURIComponent(label)}`;
    const { body } = await client.get<{ documents: { name: string; labels: string[] }[] }>(path);
    return body.documents.map(({ name, labels }) => `${name}: ${labels.join(', ')}`);
  };
  const inUse = async (client = owner) => (await client.get('/v1/docs/labels')).body;

  it.skipIf(skip)('[L-01] are given at creation, and handed on by drafts, templates and copies', async () => {
    const labels = ['Hyra', 'Göteborg'];
    const documentId = await send({ labels });
    expect(await labelsOf(documentId)).toEqual(labels);
    const copy = await owner.post<{ draftId: string; labels: string[] }>(
      `/v1/docs/${documentId}/duplicate`,
      {},
    );
    expect(copy.body.labels).toEqual(labels);
    const sent = await owner.post<Created>(`/v1/docs/drafts/${copy.body.draftId}/send`, {});
    expect(await labelsOf(sent.body.documentId)).toEqual(labels);
    const template = await owner.post<{ templateId: string }>('/v1/templates', {
      ...{ fileId, name: 'Lease', labels: ['From a template'] },
      signeeDetails: [{ fullName: 'Tenant', signaturePlacement: 'new_page' }],
    });
    expect(template.status).toBe(201);
    const { fileId: _, ...body } = documentBody(fileId);
    const made = await owner.post<Created>('/v1/docs', { ...body, templateId: template.body.templateId });
    expect(await labelsOf(made.body.documentId)).toEqual(['From a template']);
  });

  it.skipIf(skip)('[L-01] are at most 20 of at most 50 characters', async () => {
    const documentId = await send({ labels: Array.from({ length: 20 }, (_one, index) => `Label ${index}`) });
    expect(await labelsOf(documentId)).toHaveLength(20);
    for (const [labels, path] of [
      [Array.from({ length: 21 }, (_one, index) => `Label ${index}`), 'labels'],
      [['a'.repeat(51)], 'labels.0'],
      [['fine', ' '], 'labels.1'],
      [['two\nlines'], 'labels.0'],
      ['Hyra', 'labels'],
    ] as const) {
      const refused = [
        await owner.post('/v1/docs', documentBody(fileId, { labels })),
        await owner.put(`/v1/docs/${documentId}/labels`, { labels }),
      ];
      for (const { status, body } of refused)
        expect([status, body], path).toMatchObject([400, { details: [{ path }] }]);
    }
    expect(await labelsOf(documentId)).toHaveLength(20);
    const longest = ['a'.repeat(50)];
    expect((await owner.put(`/v1/docs/${documentId}/labels`, { labels: longest })).body).toEqual({
      ...{ documentId, labels: longest },
    });
    await owner.put(`/v1/docs/${documentId}/labels`, { labels: [] });
    expect(await labelsOf(documentId)).toEqual([]);
  });

  it.skipIf(skip)('[L-02] [L-04] keep their case, and are found without it', async () => {
    await send({ name: 'First', labels: ['ÅRSAVTAL', 'Årsavtal ', 'Kund'] });
    await send({ name: 'Second', labels: ['årsavtal'] });
    expect(await namesOf('årsAVTAL')).toEqual(['Second: årsavtal', 'First: ÅRSAVTAL, Kund']);
    expect(await namesOf('kund')).toEqual(['First: ÅRSAVTAL, Kund']);
    expect(await namesOf('års')).toEqual([]);
    expect(await namesOf('%')).toEqual([]);
  });

  it.skipIf(skip)('[L-03] change without the document, its trail and its sealed file', async () => {
    const documentId = await send({
      signeeDetails: [
        { fullName: 'Ada', emailAddress: 'labels@example.com', signaturePlacement: 'new_page' },
      ],
    });
    await signByHand(owner, await readInvitation(owner, 'labels@example.com'));
    await waitForStatus(owner, documentId, 'completed');
    const read = async () => ({
      document: { ...(await owner.get<object>(`/v1/docs/${documentId}`)).body, labels: null },
      events: (await owner.get(`/v1/docs/${documentId}/events`)).body,
      evidence: (await owner.get(`/v1/docs/${documentId}/evidence`)).body,
    });
    const before = await read();
    expect((await owner.put(`/v1/docs/${documentId}/labels`, { labels: ['Done'] })).status).toBe(200);
    expect(await read()).toEqual(before);
    expect(await labelsOf(documentId)).toEqual(['Done']);
  });

  it.skipIf(skip)('[L-03] [L-05] are those of an account, and of what its people may see', async () => {
    const [colleague, stranger] = [await running.addColleague(), await running.addAccount()];
    const documentId = await send({ name: 'Private', labels: ['Only mine'] });
    await send({ name: 'Shared', labels: ['Ours'], sharingSetting: 'shared' });
    for (const [client, code] of [
      [stranger, 'document_not_found'],
      [colleague, 'not_yours'],
    ] as const) {
      const { status, body } = await client.put(`/v1/docs/${documentId}/labels`, { labels: ['Taken'] });
      expect([status, body]).toMatchObject([code === 'not_yours' ? 403 : 404, { errorCode: code }]);
      expect(await namesOf('Only mine', client)).toEqual([]);
    }
    expect(await inUse(stranger)).toEqual({ labels: [] });
    expect(await inUse(colleague)).toEqual({ labels: [{ label: 'Ours', count: 1 }] });
    expect(await inUse()).toMatchObject({
      labels: expect.arrayContaining([{ label: 'Only mine', count: 1 }]),
    });
    expect(await labelsOf(documentId)).toEqual(['Only mine']);
  });

  it.skipIf(skip)('[L-05] are listed with the most frequent first, and at most a hundred', async () => {
    const account = await running.addAccount();
    const file = await uploadFixture(account);
    for (const part of [0, 1, 2, 3, 4, 5]) {
      const labels = Array.from({ length: 18 }, (_one, index) => `Label ${part} ${index}`);
      await account.post('/v1/docs', documentBody(file, { labels: [...labels, 'z everywhere'] }));
    }
    const answer = await account.get<{ labels: { label: string; count: number }[] }>('/v1/docs/labels');
    expect(answer.body.labels).toHaveLength(100);
    expect(answer.body.labels[0]).toEqual({ label: 'z everywhere', count: 6 });
    const etag = answer.headers.get('etag') ?? '';
    expect((await account.get('/v1/docs/labels', { 'if-none-match': etag })).status).toBe(304);
  });

  it.skipIf(skip)('[L-06] go with a document that is deleted', async () => {
    const documentId = await send({ labels: ['Gone'] });
    await owner.put(`/v1/docs/${documentId}/revoke`, {});
    expect(await inUse()).toMatchObject({ labels: expect.arrayContaining([{ label: 'Gone', count: 1 }]) });
    await owner.delete(`/v1/docs/${documentId}`);
    expect(JSON.stringify(await inUse())).not.toContain('Gone');
    const { status } = await owner.put(`/v1/docs/${documentId}/labels`, { labels: ['Back'] });
    expect(status).toBe(404);
    const { database } = running.service;
    expect(await database.read.documents.findLabels(documentId)).toEqual([]);
  });
});
