import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import type { Answer } from './api-client.ts';
import { uploadFixture } from './journey-steps.ts';
import {
  expectReady,
  PATIENTLY,
  type ProxiedService,
  server,
  startBehindProxy,
} from './start-behind-proxy.ts';
import { anyDatabase, startService, type TestService } from './start-service.ts';

const CONTRACT = fixturePath('forms/contract.pdf');

interface ErrorBody {
  readonly message: string;
  readonly errorCode: string;
  readonly details?: readonly { readonly path: string }[];
}

/** Waits until readiness reports a fault that every node has. */
async function expectDegraded({ client }: TestService, code: string): Promise<void> {
  await vi.waitFor(async () => {
    const { status, body } = await client.anonymous.get('/readyz');
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { status: 'degraded', warnings: [{ code }] },
    });
  }, PATIENTLY);
}

/** Waits until readiness reports a fault of this node's own. */
async function expectNotReady({ client }: TestService, part: string, errorCode: string): Promise<void> {
  await vi.waitFor(async () => {
    const { status, body } = await client.anonymous.get<ErrorBody>('/readyz');
    expect({ status, errorCode: body.errorCode, parts: body.details?.map(({ path }) => path) }).toEqual({
      status: 503,
      errorCode,
      parts: [part],
    });
  }, PATIENTLY);
}

function expectOutage({ status, headers, body }: Answer<ErrorBody>, errorCode: string): void {
  expect({ status, errorCode: body.errorCode }).toEqual({ status: 503, errorCode });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

describe.skipIf(server.skip)(`while PostgreSQL is away, ${server.title}`, () => {
  let service: ProxiedService;
  beforeAll(async () => {
    service = await startBehindProxy();
  });
  afterAll(() => service?.close());

  it('every kind of request is 503 with Retry-After in the language asked for, and works again by itself', async () => {
    const { running, proxy } = service;
    const { client, apiKey } = running;
    const fileId = await uploadFixture(client);
    proxy.goDown();
    await expectDegraded(running, 'database_unavailable');
    const messages = new Set<string>();
    for (const language of ['en', 'sv', 'es']) {
      const answer = await client.get<ErrorBody>(`/v1/docs?errorLanguage=${language}`);
      expectOutage(answer, 'database_unavailable');
      messages.add(answer.body.message);
    }
    expect(messages.size).toBe(3);
    const requests: Promise<Answer<ErrorBody>>[] = [
      client.get(`/v1/files/${fileId}/fields`),
      client.delete(`/v1/files/${fileId}`),
      client.upload(CONTRACT),
      client.post('/v1/files/merge', { fileIds: [fileId, randomUUID()], name: 'merged' }),
      client.post('/v1/docs', {
        fileId,
        name: 'd',
        signeeDetails: [{ fullName: 'A', emailAddress: 'a@b.se' }],
      }),
      client.post('/v1/webhooks', {
        webhookUrl: 'https://example.com/h',
        name: 'n',
        eventTypes: ['document.created'],
      }),
      client.anonymous.post('/v1/auth/token', { apiKey }),
      client.anonymous.get(`/sign/${'t'.repeat(43)}/session`),
      client.anonymous.get('/outbox/messages'),
    ];
    for (const answer of await Promise.all(requests)) expectOutage(answer, 'database_unavailable');
    expect((await client.get('/healthz')).status).toBe(200);
    proxy.comeBack();
    await expectReady(running);
    expect((await client.get(`/v1/files/${fileId}/fields`)).status).toBe(200);
    expect(await uploadFixture(client)).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('while the disk is away', () => {
  let running: TestService;
  let files: string;
  beforeAll(async () => {
    running = await startService(anyDatabase);
    files = join(running.env.DATA_DIR, 'files');
  });
  afterAll(() => running?.close());

  it.each(['', 'blobs'])(
    'requests that need it are 503 with Retry-After, others work: files/%s',
    async (folder) => {
      const { client } = running;
      const fileId = await uploadFixture(client);
      const [here, away] = [join(files, folder), join(running.env.DATA_DIR, 'away')];
      renameSync(here, away);
      await expectNotReady(running, 'storage', 'storage_unavailable');
      expectOutage(await client.upload(CONTRACT), 'storage_unavailable');
      expectOutage(await client.get(`/v1/files/${fileId}/fields`), 'storage_unavailable');
      expectOutage(await client.upload(CONTRACT, { to: '/v1/files/verify' }), 'storage_unavailable');
      expectOutage(await client.upload(CONTRACT, { to: '/verify' }), 'storage_unavailable');
      expect((await client.get('/v1/docs')).status).toBe(200);
      renameSync(away, here);
      await expectReady(running);
      expect((await client.get(`/v1/files/${fileId}/fields`)).status).toBe(200);
      expect((await client.upload(CONTRACT)).status).toBe(201);
      expect(readdirSync(join(files, 'scratch'))).toEqual([]);
    },
  );
});
