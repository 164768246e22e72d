import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../../packages/adapters/testing/temporary-dir.ts';
import { documentBody, waitFor, waitForStatus } from '../journey-steps.ts';
import { shareService } from '../share-service.ts';
import { anyDatabase, type TestService } from '../start-service.ts';
import { ask, askForEvents, openLink, sendAssisted } from './ask.ts';
import { drawContract, uploadPdf } from './contract-file.ts';

interface DocumentAnswer {
  readonly status: string;
  readonly aiAssistant?: { readonly status: string; readonly reason?: string };
}

describe('the assistant', () => {
  const folder = makeTemporaryDir();
  let running: TestService;
  let fileId: string;
  beforeAll(async () => {
    running = await shareService(anyDatabase);
    fileId = await uploadPdf(running.client, folder.path, await drawContract());
  });
  afterAll(async () => {
    await running?.close();
    folder.remove();
  });

  const get = (documentId: string) => running.client.get<DocumentAnswer>(`/v1/docs/${documentId}`);

  it('[3-05] [3-06] [D5-04] [D11-02] reads a document before its invitations go out by themselves', async () => {
    const sent = await running.client.post<{ documentId: string }>(
      '/v1/docs',
      documentBody(fileId, { aiAssistant: { enabled: true, language: 'sv', textToSpeech: true } }),
    );
    expect(sent).toMatchObject({ status: 201, body: { status: 'processing', documentUrl: null } });
    const { documentId } = sent.body;
    await waitForStatus(running.client, documentId, 'awaiting_signatures');
    const { body } = await running.client.get<{ events: readonly { type: string }[] }>(
      `/v1/docs/${documentId}/events?limit=50`,
    );
    const types = body.events.map(({ type }) => type).reverse();
    expect(types.slice(0, 4)).toEqual([
      'document.created',
      'document.processing',
      'document.read',
      'document.prepared',
    ]);
    await waitFor('an invitation', async () => {
      const { body: later } = await running.client.get<{ events: readonly { type: string }[] }>(
        `/v1/docs/${documentId}/events?limit=50`,
      );
      return later.events.some(({ type }) => type === 'document.invited') || null;
    });
  });

  it('[2.2-08] [D11-04] is described by GET', async () => {
    const { documentId } = await sendAssisted(running.client, fileId, {
      aiAssistant: { enabled: true, language: 'sv', textToSpeech: true },
    });
    expect((await get(documentId)).body.aiAssistant).toEqual({
      enabled: true,
      textToSpeech: true,
      language: 'sv',
      status: 'ready',
    });
  });

  it('[D11-05] is described to the signee who may see the document', async () => {
    const { link, browser } = await sendAssisted(running.client, fileId, {
      aiAssistant: { enabled: true, language: 'sv' },
    });
    const { body } = await browser.get<{ assistant?: object }>(`${link}/session`);
    expect(body.assistant).toEqual({
      language: 'sv',
      textToSpeech: false,
      provider: 'built-in',
      documentLanguage: 'en',
      suggestions: expect.arrayContaining(['Hur lång är uppsägningstiden?']),
    });
  });

  it('[D11-06] [D11-07] answers with passages as they stand, and with their places', async () => {
    const { link, browser } = await sendAssisted(running.client, fileId);
    const { status, body } = await ask(browser, link, 'How long is the notice period?');
    expect(status).toBe(200);
    expect(body).toMatchObject({ found: true, answerId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    const [quote] = body.quotes;
    expect(quote).toMatchObject({ page: 0, text: expect.stringContaining('three months') });
    expect(quote?.boxes).toEqual([
      { x: expect.any(Number), y: expect.any(Number), width: expect.any(Number), height: expect.any(Number) },
    ]);
    expect(body.quotes.length).toBeLessThanOrEqual(3);
    expect(body.sentences[0]?.quotes).toContain(0);
  });

  it('[D11-07] says that the document does not seem to say', async () => {
    const { link, browser } = await sendAssisted(running.client, fileId);
    const { body } = await ask(browser, link, 'Who won the football championship in Brazil?');
    expect(body).toMatchObject({ found: false, quotes: [] });
    expect(body.sentences).toEqual([{ text: 'The document does not seem to say.', quotes: [] }]);
  });

  it('[D11-06] answers as a stream of events when it is asked for one', async () => {
    const { link, browser } = await sendAssisted(running.client, fileId);
    const { headers, events } = await askForEvents(browser, link, 'How much is the deposit?');
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(events.map(({ name }) => name)).toEqual(['quotes', 'sentence', 'done']);
    const [quotes, sentence, done] = events.map(({ data }) => data);
    expect(done).toMatchObject({ found: true, quotes, sentences: [sentence] });
  });

  it('[D11-07] lists amounts, dates, periods and parties with their places', async () => {
    const { link, browser } = await sendAssisted(running.client, fileId);
    const { status, body } = await browser.get<{ facts: readonly { kind: string; text: string }[] }>(
      `${link}/assistant/facts`,
    );
    expect(status).toBe(200);
    expect(body.facts).toContainEqual(
      expect.objectContaining({ kind: 'amount', text: expect.stringContaining('1,250.00'), page: 0 }),
    );
    expect(new Set(body.facts.map(({ kind }) => kind))).toContain('date');
  });

  it.each([[''], ['   '], ['x'.repeat(501)], [7], [null], ['a\u0000b']])(
    '[D11-06] takes 1 to 500 characters, and refuses %j',
    async (question) => {
      const { link, browser } = await sendAssisted(running.client, fileId);
      expect(await ask(browser, link, question)).toMatchObject({
        status: 400,
        body: { errorCode: 'invalid_request' },
      });
    },
  );

  it('[D11-10] is in the trail once for each session', async () => {
    const { documentId, link, browser } = await sendAssisted(running.client, fileId);
    const other = await openLink(running.client, link);
    await Promise.all([1, 2, 3].map(() => ask(browser, link, 'What is the rent?')));
    await ask(other, link, 'What is the rent?');
    const { body } = await running.client.get<{ events: readonly { type: string }[] }>(
      `/v1/docs/${documentId}/events?limit=50`,
    );
    const used = body.events.filter(({ type }) => type === 'document.assistant_used');
    expect(used).toHaveLength(2);
  });
});
