import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { documentBody, uploadFixture } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

describe.each(shareOf(databaseKinds))('Idempotency-Key on the $title database', ({ kind, skip }) => {
  let running: TestService;
  let fileId: string;
  beforeAll(async () => {
    if (skip) return;
    running = await shareService(kind);
    fileId = await uploadFixture(running.client);
  });
  afterAll(() => running?.close());

  const send = (key: string, changes: Record<string, unknown> = {}) =>
    running.client.post<{ documentId?: string; errorCode?: string }>(
      '/v1/docs',
      documentBody(fileId, changes),
      { 'idempotency-key': key },
    );

  it.skipIf(skip)('[D5-26] [D5-27] sends one document, however many requests run at once', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(key)));
    const sent = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(sent.length).toBeGreaterThan(0);
    expect(new Set(sent.map(({ body }) => body.documentId)).size).toBe(1);
    for (const { status, body, headers } of refused) {
      expect([status, body.errorCode]).toEqual([409, 'idempotency_in_progress']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await send(key)).body).toEqual(sent[0]?.body);
    expect(await send(key, { name: 'Other' })).toMatchObject({
      status: 409,
      body: { errorCode: 'idempotency_key_reused' },
    });
    const listed = await running.client.get<{ documents: unknown[] }>('/v1/docs');
    expect(listed.body.documents).toHaveLength(1);
  });

  it.skipIf(skip)('[D5-26] repeats the ETag of a draft', async () => {
    const create = () =>
      running.client.post('/v1/docs/drafts', { name: 'Draft' }, { 'idempotency-key': 'draft' });
    const [first, again] = [await create(), await create()];
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('etag')).toMatch(/^"/);
    expect([again.body, again.headers.get('etag')]).toEqual([first.body, first.headers.get('etag')]);
  });
});
