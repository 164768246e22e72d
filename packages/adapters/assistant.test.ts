import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ChatModel, createChatModel } from './assistant.ts';
import {
  BAD_MODELS,
  begin,
  eventOf,
  type StubModel,
  startStubModel,
  streamed,
} from './testing/stub-model.ts';

const QUESTION = { text: 'What is the rent?', language: 'sv', passages: '[1] The rent is 7.' } as const;

describe('the model of an endpoint with the chat completions API', () => {
  let stub: StubModel;
  let model: ChatModel;
  beforeAll(async () => {
    stub = await startStubModel();
    const timeouts = { firstByteMs: 400, wholeMs: 1_000 };
    model = createChatModel({ url: stub.url, model: 'small', key: 'sk-secret', timeouts });
  });
  afterEach(() => stub.asked.splice(0));
  afterAll(async () => {
    await model.close();
    await stub.close();
  });

  const collect = async () => {
    let text = '';
    for await (const piece of model.ask(QUESTION)) text += piece;
    return text;
  };

  it('[D11-08] gets the question, the passages and the language, and no more', async () => {
    stub.answer = streamed('Hyran är 7 [1].');
    expect(await collect()).toBe('Hyran är 7 [1].');
    const [asked] = stub.asked;
    expect(asked?.path).toBe('/v1/chat/completions');
    expect(asked?.headers.authorization).toBe('Bearer sk-secret');
    expect(asked?.body).toMatchObject({ model: 'small', stream: true });
    expect(Object.keys(asked?.body ?? {})).toEqual(['model', 'stream', 'temperature', 'messages']);
    const [rules, user] = asked?.body.messages ?? [];
    expect(rules?.content).toContain('Swedish (sv)');
    expect(user?.content).toBe('Passages:\n[1] The rent is 7.\n\nQuestion: What is the rent?');
  });

  it('may answer as a whole, or end its stream with a reason', async () => {
    stub.answer = (response) => {
      begin(response, 'application/json; charset=utf-8');
      const choice = { message: { role: 'assistant', content: 'Hyran är 7 [1].' }, finish_reason: 'stop' };
      response.end(JSON.stringify({ choices: [choice] }));
    };
    expect(await collect()).toBe('Hyran är 7 [1].');
    stub.answer = (response) => {
      begin(response);
      response.write(`: comment\r\n\r\ndata: {"choices":[]}\r\n\r\n${eventOf('Hyran är 7 [1].')}`);
      response.end('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n');
    };
    expect(await collect()).toBe('Hyran är 7 [1].');
  });

  it('keeps characters whole that come in two chunks', async () => {
    stub.answer = async (response) => {
      begin(response);
      const bytes = Buffer.from(eventOf('ä'));
      const middle = bytes.indexOf(0xc3) + 1;
      response.write(bytes.subarray(0, middle));
      await new Promise((resolve) => setTimeout(resolve, 30));
      response.write(bytes.subarray(middle));
      response.end('data: [DONE]\n\n');
    };
    expect(await collect()).toBe('ä');
  });

  it.each(Object.entries(BAD_MODELS))('[D11-08] that %s is refused in time', async (_, answer) => {
    stub.answer = answer;
    const start = performance.now();
    const error = await collect().then(
      (text) => new Error(`it answered ${text.slice(0, 80)}`),
      (reason: Error) => reason,
    );
    expect(error.message).not.toContain('it answered');
    // The log shows every member and cause.
    const { message, cause } = error;
    expect(inspect({ ...error, message, cause })).not.toMatch(/secret|rent|word|overloaded|memory/);
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(stub.asked).toHaveLength(1);
  });

  it('is not read further when the answer is not wanted any more', async () => {
    let closed: () => void = () => undefined;
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    stub.answer = (response) => {
      response.once('close', closed);
      begin(response);
      response.write(eventOf('The rent'));
    };
    for await (const _ of model.ask(QUESTION)) break;
    await isClosed;
  });
});
