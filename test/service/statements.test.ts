import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { authorize, createApiClient } from './api-client.ts';
import { databaseKinds, startService, type TestService } from './start-service.ts';

/** Of the check of tokens and the count of requests. */
const OF_ACCESS = /\b(access_tokens|rate_counts)\b/;

function nameOf(text: string): string {
  const names = [text.includes('access_tokens') ? 'check' : '', text.includes('rate_counts') ? 'count' : ''];
  return names.filter(Boolean).join(' and ');
}

/** Their number costs a small request more than anything else. */
describe.each(databaseKinds.filter(({ kind }) => kind.name === 'server'))(
  'statements of the check and count of a request, $title database',
  ({ kind, skip }) => {
    let service: TestService;
    beforeAll(async () => {
      if (!skip) service = await startService(kind, { RATE_LIMIT_PER_MINUTE: '5' });
    });
    afterEach(() => vi.restoreAllMocks());
    afterAll(() => service?.close());

    async function listStatements(work: () => Promise<unknown>): Promise<readonly string[]> {
      const query = vi.spyOn(pg.Client.prototype, 'query');
      await work();
      const found = query.mock.calls.flatMap(([asked]) => {
        const { text } = asked as unknown as { readonly text?: string };
        return text !== undefined && OF_ACCESS.test(text) ? [text] : [];
      });
      vi.restoreAllMocks();
      return found.map(nameOf);
    }

    it.skipIf(skip)('are one of a read with a token, also beyond its limit', async () => {
      const { client } = service;
      const read = async () => (await client.get('/v1/docs')).status;
      const statuses: number[] = [];
      for (let count = 0; count < 6; count += 1)
        expect(await listStatements(async () => statuses.push(await read()))).toEqual(['check and count']);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    });

    it.skipIf(skip)('are one more for a body, after which the access is confirmed', async () => {
      const client = await authorize(service.baseUrl, service.apiKey);
      const write = () => client.patch('/v1/account', {});
      expect(await listStatements(write)).toEqual(['check and count', 'check']);
    });

    it.skipIf(skip)('are two for an invented token, which counts for its address', async () => {
      const invented = createApiClient(service.baseUrl, 'at_invented');
      const read = () => invented.get('/v1/docs');
      expect(await listStatements(read)).toEqual(['check and count', 'count']);
    });
  },
);
