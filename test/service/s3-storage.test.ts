import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { type S3Server, startS3Server } from '../../packages/adapters/testing/s3-server.ts';
import { signOne, uploadFixture } from './journey-steps.ts';
import { anyDatabase, startService, type TestService } from './start-service.ts';

const CONTRACT = fixturePath('forms/contract.pdf');

describe('files on an S3 store', () => {
  let s3: S3Server;
  let running: TestService;
  beforeAll(async () => {
    s3 = await startS3Server();
    running = await startService(anyDatabase, {
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      S3_PRESIGNED_DOWNLOADS: 'true',
    });
  });
  afterAll(async () => {
    await running?.close();
    await s3?.close();
  });

  it('[4.4-49] [4.4-50] [4.4-51] a download leads to an address of the store that works for ten minutes', async () => {
    const { client } = running;
    const [documentId, sealed] = await signOne(client);
    const redirect = await client.get(`/v1/docs/${documentId}/signed-file`);
    expect(redirect.status).toBe(302);
    expect(redirect.headers.get('cache-control')).toBe('no-store');
    const location = new URL(redirect.headers.get('location') ?? '');
    expect(location.origin).toBe(s3.endpoint);
    expect(location.searchParams.get('X-Amz-Expires')).toBe('600');
    const answer = await client.anonymous.get(location.href);
    expect(answer.bytes.equals(sealed)).toBe(true);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toContain('Contract.pdf');
  });

  it('[R07-02] while the store is away, nodes stay in the load balancer, requests that need it are 503 with Retry-After, and others work', async () => {
    const { client } = running;
    const fileId = await uploadFixture(client);
    await s3.goDown();
    const upload = await client.upload(CONTRACT);
    expect(upload).toMatchObject({ status: 503, body: { errorCode: 'storage_unavailable' } });
    expect(Number(upload.headers.get('retry-after'))).toBeGreaterThan(0);
    await vi.waitFor(
      async () =>
        expect(await client.anonymous.get('/readyz')).toMatchObject({
          status: 200,
          body: { status: 'degraded', warnings: [{ code: 'storage_unavailable' }] },
        }),
      { timeout: 20_000 },
    );
    expect((await client.get('/v1/docs')).status).toBe(200);
    await s3.comeBack();
    await vi.waitFor(
      async () => expect((await client.anonymous.get('/readyz')).body).toMatchObject({ status: 'ready' }),
      { timeout: 20_000 },
    );
    expect((await client.get(`/v1/files/${fileId}/fields`)).status).toBe(200);
    expect((await client.upload(CONTRACT)).status).toBe(201);
  });
});
