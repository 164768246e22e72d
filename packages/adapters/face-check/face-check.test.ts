import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFaceCheck } from './create-face-check.ts';

const SETTINGS = { provider: 'vendor', name: 'Vendor', token: 'secret', minScore: 0.8 } as const;

describe('the sessions of a vendor', () => {
  let server: Server;
  let url: string;
  let answer: { status: number; body: string };
  const requests: { method: string; path: string; authorization: string; body: string }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      readBody(request).then((body) => {
        const { method = '', url: path = '', headers } = request;
        requests.push({ method, path, authorization: headers.authorization ?? '', body });
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const given = (body: object, status = 200) => {
    answer = { status, body: JSON.stringify(body) };
  };

  it('are started with the portrait', async () => {
    given({ sessionId: 's1', url: 'https://vendor.test/s1' });
    const request = { reference: 'p1', returnUrl: 'https://sign.test/x', language: 'sv' } as const;
    const check = createFaceCheck({ ...SETTINGS, url });
    expect(await check.start({ ...request, portrait: Buffer.from('face') })).toEqual({
      sessionId: 's1',
      url: 'https://vendor.test/s1',
    });
    expect(requests.at(-1)).toMatchObject({
      method: 'POST',
      path: '/sessions',
      authorization: 'Bearer secret',
    });
    expect(JSON.parse(requests.at(-1)?.body ?? '')).toEqual({ ...request, portrait: 'ZmFjZQ==' });
  });

  it.each([
    [{ status: 'pending' }, { status: 'pending' }],
    [
      { status: 'completed', isLive: true, score: 0.91 },
      { status: 'passed', score: 0.91 },
    ],
    [
      { status: 'completed', isLive: true, score: 0.79 },
      { status: 'failed', reason: 'face_not_matched' },
    ],
    [
      { status: 'completed', score: 0.99 },
      { status: 'failed', reason: 'face_not_live' },
    ],
    [{ status: 'cancelled' }, { status: 'failed', reason: 'cancelled' }],
  ])('%j', async (body, result) => {
    given(body);
    expect(await createFaceCheck({ ...SETTINGS, url }).fetch('a/b')).toEqual(result);
    expect(requests.at(-1)).toMatchObject({ method: 'GET', path: '/sessions/a%2Fb' });
  });

  it.each([
    [{ status: 'done' }, 200],
    [{ status: 'completed', isLive: true, score: 7 }, 200],
    [{}, 500],
    [{}, 401],
  ])('rejects for %j with status %i', async (body, status) => {
    given(body, status);
    await expect(createFaceCheck({ ...SETTINGS, url }).fetch('s1')).rejects.toMatchObject({
      code: 'provider_failed',
    });
  });
});

it('the sandbox says what it is, and never passes by itself', async () => {
  const sandbox = createFaceCheck({ provider: 'sandbox' });
  expect(sandbox).toMatchObject({ isSandbox: true, name: expect.stringContaining('no face was compared') });
  expect(await sandbox.fetch('any')).toEqual({ status: 'pending' });
});

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
