import { describe, expect, it } from 'vitest';
import { WebError } from '../../../errors.ts';
import { type Answer, createAssistantClient, QuestionsLimited, readEvents } from './assistant-client.ts';

const ANSWER: Answer = {
  sentences: [{ text: 'Three months.', quotes: [0] }],
  quotes: [{ page: 1, text: 'Notice: three months.', boxes: [{ x: 1, y: 2, width: 3, height: 4 }] }],
  found: true,
};

const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const STREAM =
  event('quotes', ANSWER.quotes) + event('sentence', ANSWER.sentences[0]) + event('done', ANSWER);

/** Answers with a body in pieces. */
function answering(pieces: readonly (string | Uint8Array)[], init: ResponseInit = {}) {
  const asked: { url: string; init: RequestInit | undefined }[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces)
        controller.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
      controller.close();
    },
  });
  const send: typeof fetch = async (url, sent) => {
    asked.push({ url: String(url), init: sent });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' }, ...init });
  };
  return { asked, client: createAssistantClient('/sign/abc', send) };
}

const ask = (client: ReturnType<typeof answering>['client'], parts: Partial<Answer>[] = []) =>
  client.ask({ question: 'When?', language: 'sv' }, (part) => parts.push(part));

describe('the client of the assistant', () => {
  it('[D11-06] asks in the language of the assistant for a stream, and gives its parts as they come', async () => {
    const { asked, client } = answering([STREAM]);
    const parts: Partial<Answer>[] = [];
    expect(await ask(client, parts)).toEqual(ANSWER);
    expect(parts).toEqual([{ quotes: ANSWER.quotes }, { sentences: ANSWER.sentences }]);
    expect(asked[0]?.url).toBe('/sign/abc/assistant/questions');
    expect(JSON.parse(String(asked[0]?.init?.body))).toEqual({ question: 'When?', language: 'sv' });
    expect(new Headers(asked[0]?.init?.headers).get('accept')).toMatch(/^text\/event-stream/);
  });

  it('takes plain JSON from a service that does not stream', async () => {
    const { client } = answering([JSON.stringify(ANSWER)], {
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
    expect(await ask(client)).toEqual(ANSWER);
  });

  it('says from when on there may be more questions, by Retry-After', async () => {
    const { client } = answering(['{}'], { status: 429, headers: { 'retry-after': '540' } });
    const refused = await ask(client).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(QuestionsLimited);
    const wait = (refused as QuestionsLimited).until.getTime() - Date.now();
    expect(wait / 1000).toBeGreaterThan(535);
    expect(wait / 1000).toBeLessThanOrEqual(540);
  });

  it.each([
    ['a stream that ends before the answer', [event('quotes', ANSWER.quotes)], 200, 'answer_not_understood'],
    ['a stream with broken data', ['event: done\ndata: {"found":\n\n'], 200, 'answer_not_understood'],
    ['a refusal', ['{"message":"No.","errorCode":"assistant_not_found"}'], 404, 'request_refused'],
    ['an error page of a proxy', ['<html>'], 502, 'answer_not_understood'],
  ] as const)('rejects for %s', async (_, pieces, status, code) => {
    const { client } = answering(pieces, { status, headers: { 'content-type': 'text/event-stream' } });
    const error = await ask(client).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(WebError);
    expect((error as WebError).code).toBe(code);
  });

  it('rejects as unreachable if nothing came', async () => {
    const client = createAssistantClient('/sign/abc', () => Promise.reject(new TypeError('network')));
    await expect(ask(client)).rejects.toMatchObject({ code: 'service_unreachable' });
  });
});

describe('events of a stream', () => {
  const read = async (pieces: readonly (string | Uint8Array)[]) => {
    const events = [];
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces)
          controller.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
        controller.close();
      },
    });
    for await (const one of readEvents(new Response(stream))) events.push(one);
    return events;
  };

  it('are whole wherever the network cut them, within a letter too', async () => {
    const bytes = new TextEncoder().encode(
      'event: sentence\r\ndata: "Åtta 年"\r\n\r\n: alive\n\ndata: 1\ndata: 2\n\n',
    );
    const expected = [
      { event: 'sentence', data: '"Åtta 年"' },
      { event: 'message', data: '' },
      { event: 'message', data: '1\n2' },
    ];
    for (let cut = 0; cut <= bytes.length; cut += 1)
      expect(await read([bytes.slice(0, cut), bytes.slice(cut)]), `cut at ${cut}`).toEqual(expected);
  });
});
