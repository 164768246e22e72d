import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AdapterDatabase } from '@countersign/adapters/postgres/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../../packages/adapters/testing/temporary-dir.ts';
import { createBrowser } from '../api-client.ts';
import { documentBody, signByHand, waitFor, waitForStatus } from '../journey-steps.ts';
import { type SharedService, shareService } from '../share-service.ts';
import { anyDatabase } from '../start-service.ts';
import { ask, openLink, sendAssisted } from './ask.ts';
import { drawContract, uploadPdf } from './contract-file.ts';

const QUESTION = 'How long is the notice period?';

/** Fails if a row of any table has the word. */
const REFUSE_WORD = `
DO $$
DECLARE name text; found boolean;
BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = '{schema}' LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM {schema}.%I AS t WHERE t::text ILIKE ''%%xylophone%%'')', name) INTO found;
    IF found THEN RAISE EXCEPTION 'table % has the word', name; END IF;
  END LOOP;
END $$`;

describe('questions to the assistant', () => {
  const folder = makeTemporaryDir();
  let running: SharedService;
  let fileId: string;
  beforeAll(async () => {
    running = await shareService(anyDatabase);
    fileId = await uploadPdf(running.client, folder.path, await drawContract());
  });
  afterAll(async () => {
    await running?.close();
    folder.remove();
  });

  it('[D11-06] are 20 in ten minutes of a link, however many sessions ask at once', async () => {
    const { link, browser } = await sendAssisted(running.client, fileId);
    const other = await openLink(running.client, link);
    // Refused ones do not count.
    await ask(browser, link, '');
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => ask(index % 2 === 0 ? browser : other, link, QUESTION)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(4).fill(429)]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ errorCode: 'question_limit_reached' });
    const seconds = Number(refused?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(600);
    const swedish = await browser.post<{ message: string }>(
      `${link}/assistant/questions`,
      { question: QUESTION },
      { 'accept-language': 'sv' },
    );
    expect(swedish.body.message).toContain('Assistenten har fått för många frågor');
  });

  it('[D11-06] are 300 a day of a document', async () => {
    const { documentId, link, browser } = await sendAssisted(running.client, fileId);
    const { rateCounts } = running.deps;
    const key = `assistant/document/${documentId}`;
    for (let count = 0; count < 299; count += 1) await rateCounts.count(key, 86_400_000);
    expect((await ask(browser, link, QUESTION)).status).toBe(200);
    expect(await ask(browser, link, QUESTION)).toMatchObject({
      status: 429,
      body: { errorCode: 'question_limit_reached' },
    });
  });

  it('[D11-06] are refused without a session, after a revocation, and at links of others', async () => {
    const { documentId, link, browser } = await sendAssisted(running.client, fileId);
    const stranger = createBrowser(running.baseUrl, 'signing_session');
    expect(await ask(stranger, link, QUESTION)).toMatchObject({
      status: 403,
      body: { errorCode: 'session_required' },
    });
    const mine = await sendAssisted(running.client, fileId);
    // The session of one document is none of another.
    expect((await ask(mine.browser, link, QUESTION)).status).toBe(403);
    expect((await ask(browser, `/sign/${'x'.repeat(43)}`, QUESTION)).status).toBe(404);
    // Revocations and questions at once: every question is answered or refused.
    const racing = [1, 2, 3, 4].map(() => ask(browser, link, QUESTION));
    const revoked = running.client.put(`/v1/docs/${documentId}/revoke`, {});
    for (const { status, body } of await Promise.all(racing))
      expect([200, 'document_not_signable', 'session_required']).toContain(
        status === 200 ? 200 : body.errorCode,
      );
    expect((await revoked).status).toBe(200);
    expect((await ask(browser, link, QUESTION)).status).toBe(403);
    expect((await browser.get(`${link}/assistant/facts`)).status).toBe(403);
  });

  it('[4.4-29] [D11-06] are for documents with the assistant, of accounts that may have it', async () => {
    const { link, browser } = await sendAssisted(running.client, fileId, { aiAssistant: { enabled: false } });
    expect(await ask(browser, link, QUESTION)).toMatchObject({
      status: 404,
      body: { errorCode: 'assistant_not_found' },
    });
    const other = await running.addAccount();
    const own = await uploadPdf(other, folder.path, await drawContract());
    expect(await other.post('/v1/docs', documentBody(own, { aiAssistant: { enabled: true } }))).toMatchObject(
      {
        status: 403,
        body: { errorCode: 'capability_missing' },
      },
    );
  });

  it('[D11-03] [D11-04] a file without text does not hold its document', async () => {
    const blank = await uploadPdf(running.client, folder.path, await drawContract([]));
    const { documentId, link, browser } = await sendAssisted(running.client, blank);
    const { body } = await running.client.get<{ aiAssistant: object }>(`/v1/docs/${documentId}`);
    expect(body.aiAssistant).toMatchObject({ status: 'unavailable', reason: 'no_text' });
    expect((await browser.get<object>(`${link}/session`)).body).not.toHaveProperty('assistant');
    expect((await ask(browser, link, QUESTION)).status).toBe(404);
  });

  it('[D11-10] are in no table and no file, and what was read is encrypted and removed with the document', async () => {
    const { documentId, link, browser } = await sendAssisted(running.client, fileId);
    await ask(browser, link, 'Does the xylophone notice period apply?');
    const { engine } = running.service.database as AdapterDatabase;
    for (const schema of [engine.schema, engine.jobsSchema])
      await engine.execute(REFUSE_WORD.replaceAll('{schema}', schema));
    const files = join(running.env.DATA_DIR, 'files');
    const readings = () =>
      readdirSync(files, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.includes(`reading-${documentId}`),
      );
    const [reading = ''] = readings();
    const bytes = readFileSync(join(files, reading));
    expect(bytes.subarray(0, 2).toString('hex')).not.toBe('1f8b');
    expect(bytes.includes('notice')).toBe(false);
    await signByHand(browser, link, []);
    await waitForStatus(running.client, documentId, 'completed');
    const { body } = await running.client.get<{ events: readonly { who: string | null; type: string }[] }>(
      `/v1/docs/${documentId}/evidence`,
    );
    expect(body.events.filter(({ type }) => type === 'assistant_used')).toEqual([
      expect.objectContaining({ who: 'Ada Łovelace' }),
    ]);
    expect(JSON.stringify(body)).not.toContain('xylophone');
    expect((await running.client.delete(`/v1/docs/${documentId}`)).status).toBe(204);
    await waitFor('the removal of the reading', async () => (readings().length === 0 ? true : null));
  });
});
