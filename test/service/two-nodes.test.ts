import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorize, createApiClient, createBrowser, signIn } from './api-client.ts';
import { type NodesDeployment, startNodes } from './deployments.ts';
import { uploadFixture } from './journey-steps.ts';
import { databaseKinds } from './start-service.ts';

describe.each(databaseKinds.filter(({ kind }) => kind.name === 'server'))(
  'two API nodes and a worker on the $title database',
  ({ kind, skip }) => {
    let running: NodesDeployment;
    beforeAll(async () => {
      if (!skip) running = await startNodes(kind);
    });
    afterAll(() => running?.close());

    it.skipIf(skip)('[8-05] count the requests of a token together', async () => {
      const { client, balancer } = running;
      const before = new Map(balancer.counts);
      const remaining: number[] = [];
      for (let index = 0; index < 4; index += 1) {
        const { headers } = await client.get('/v1/docs');
        remaining.push(Number(headers.get('x-ratelimit-remaining')));
      }
      const first = remaining[0] ?? 0;
      expect(remaining).toEqual([first, first - 1, first - 2, first - 3]);
      const served = [...balancer.counts].map(([node, count]) => count - (before.get(node) ?? 0));
      expect(served).toEqual([2, 2]);
    });

    it.skipIf(skip)('make one first account and one set of keys, though they started at once', async () => {
      const outputs = running.nodes.map((node) => node.output());
      expect(outputs.filter((text) => text.includes('The first account was created'))).toHaveLength(1);
    });

    it.skipIf(skip)('[D8-09] refuse a token at once whose API key ended at another node', async () => {
      const [one = '', two = ''] = running.nodes.map((node) => node.baseUrl);
      const owner = await authorize(one, running.apiKey);
      const { body: key } = await owner.post<{ apiKey: string; apiKeyId: string }>('/v1/account/api-keys', {
        name: 'Nightly export',
      });
      const client = await authorize(two, key.apiKey);
      expect((await client.get('/v1/docs')).status).toBe(200);
      expect((await owner.delete(`/v1/account/api-keys/${key.apiKeyId}`)).status).toBe(204);
      expect(await client.get('/v1/docs')).toMatchObject({
        status: 401,
        body: { errorCode: 'token_invalid' },
      });
    });

    it.skipIf(skip)('know the same browser sessions, and end them at once', async () => {
      const [one, two] = running.nodes.map((node) => node.baseUrl);
      const browser = await signIn(one ?? '');
      const other = createBrowser(two ?? '');
      other.setCookie(browser.cookie());
      expect((await other.get('/v1/session')).body).toMatchObject({ next: 'signed_in' });
      expect((await browser.delete('/v1/sessions')).status).toBe(204);
      expect((await other.get('/v1/users/me')).status).toBe(401);
    });

    it.skipIf(skip)('count attempts to sign in together', async () => {
      const nodes = running.nodes.slice(0, 2).map((node) => createBrowser(node.baseUrl));
      const body = { emailAddress: 'guessed@example.com', password: 'wrong horse' };
      const attempts = Array.from({ length: 12 }, (_, index) => nodes[index % 2]?.post('/v1/session', body));
      const statuses = (await Promise.all(attempts)).map((answer) => answer?.status);
      expect(statuses.filter((status) => status === 403)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    });

    it.skipIf(skip)('the worker answers health checks and nothing else', async () => {
      const [, , worker] = running.nodes;
      const client = createApiClient(worker?.baseUrl ?? '');
      expect((await client.get('/healthz')).status).toBe(200);
      expect((await client.get('/readyz')).status).toBe(200);
      for (const path of ['/v1/docs', '/openapi.json', '/outbox', '/verify'])
        expect(await client.get(path)).toMatchObject({ status: 404, body: { errorCode: 'route_not_found' } });
    });

    it.skipIf(skip)('work on with one API node, and without a file of the other', async () => {
      const { client, balancer, nodes } = running;
      const [one, two] = nodes.map(({ baseUrl }) => baseUrl);
      if (one === undefined || two === undefined) throw new Error('there are two');
      balancer.forwardTo([one]);
      const fileId = await uploadFixture(client);
      balancer.forwardTo([two]);
      const fields = await client.get<unknown[]>(`/v1/files/${fileId}/fields`);
      expect([fields.status, fields.body.length > 0]).toEqual([200, true]);
      const fileIds = [fileId, await uploadFixture(client)];
      expect(await client.post('/v1/files/merge', { fileIds, name: 'Merged' })).toMatchObject({
        status: 201,
      });
      balancer.forwardTo([one, two]);
    });
  },
);
