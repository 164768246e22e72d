import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { authorize, createApiClient, createBrowser } from './api-client.ts';
import { documentBody, readInvitation, uploadFixture, waitFor } from './journey-steps.ts';
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

/** These statements check access, ask for messages, and serve the queue while no job of a document is done. */
const OF_OTHERS =
  /access_tokens|rate_counts|from "messages"|SKIP LOCKED|WHERE EXISTS|SET LOCAL|^\s*(?:WITH due|SELECT q\.|SELECT t\.|UPDATE \S+\.version)/;

/** Each takes a third of a millisecond of processor time, in the service and in PostgreSQL. */
describe.each(databaseKinds.filter(({ kind }) => kind.name === 'server'))(
  'statements of a document, from its upload to the messages about its sealed file, $title database',
  ({ kind, skip }) => {
    let service: TestService;
    beforeAll(async () => {
      if (!skip) service = await startService(kind);
    });
    afterEach(() => vi.restoreAllMocks());
    afterAll(() => service?.close());

    async function listStatements(): Promise<readonly string[]> {
      const query = vi.spyOn(pg.Client.prototype, 'query');
      const { client } = service;
      const emailAddress = `${randomUUID()}@example.com`;
      const fileId = await uploadFixture(client, 'plain/a4.pdf');
      const signee = { fullName: 'Ada', emailAddress, signaturePlacement: 'new_page' };
      await client.post('/v1/docs', documentBody(fileId, { signeeDetails: [signee] }));
      const link = await readInvitation(client, emailAddress);
      const given = { ink: { kind: 'typed', typedName: 'Ada' }, values: [], consent: true };
      await createBrowser(service.baseUrl).post(`${link}/signature`, given);
      const listTexts = () => query.mock.calls.map(([asked]): string => Object(asked).text ?? String(asked));
      // The last job is the message to the owner.
      await waitFor(
        'the ends of five jobs',
        async () => countOf('WITH results AS', listTexts()) >= 5 || null,
      );
      const texts = listTexts().filter((text) => !OF_OTHERS.test(text));
      vi.restoreAllMocks();
      return texts;
    }

    const countOf = (part: string, texts: readonly string[]) =>
      texts.filter((text) => text.includes(part)).length;

    it.skipIf(skip)('are 103, in eight transactions and with seven jobs', async () => {
      let least = await listStatements();
      // Jobs of every minute have statements too.
      for (let count = 1; count < 4 && least.length > 103; count += 1) {
        const texts = await listStatements();
        if (texts.length < least.length) least = texts;
      }
      const jobs = countOf('INSERT INTO', least);
      expect({ all: least.length, transactions: countOf('begin', least), jobs }).toEqual({
        all: 103,
        transactions: 8,
        jobs: 7,
      });
    });
  },
);
