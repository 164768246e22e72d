import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answerer = (response: ServerResponse, asked: AskedModel) => void | Promise<void>;

/** What an endpoint of the chat completions API got. */
export interface AskedModel {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The body as it came. */
  readonly text: string;
  readonly body: {
    readonly model: string;
    readonly stream: boolean;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
  };
}

export interface StubModel {
  /** The address without `/chat/completions`. */
  readonly url: string;
  /** The requests are in their order; `splice` resets them. */
  readonly asked: AskedModel[];
  /** How the next requests are answered. */
  answer: Answerer;
  close(): Promise<void>;
}

/** An endpoint on this machine that answers well or badly. */
export async function startStubModel(answer: Answerer = streamed('NONE')): Promise<StubModel> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const asked = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) };
    stub.asked.push(asked);
    await stub.answer(response, asked);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stub: StubModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: [],
    answer,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return stub;
}

/** The events of an answer, in pieces of a few characters. */
export function streamed(text: string, ending = 'data: [DONE]\n\n'): Answerer {
  return (response) => {
    begin(response);
    for (const piece of text.match(/[\s\S]{1,7}/g) ?? []) response.write(eventOf(piece));
    response.end(ending);
  };
}

export function eventOf(content: string): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
}

export function begin(response: ServerResponse, contentType = 'text/event-stream'): void {
  response.writeHead(200, { 'content-type': contentType });
}

/** Ways in which an endpoint fails, by name. Those that wait need the timeouts of a test. */
export const BAD_MODELS: Readonly<Record<string, Answerer>> = {
  'hangs before its first byte': () => undefined,
  'hangs after its headers': (response) => {
    begin(response);
    response.flushHeaders();
  },
  'sends a word now and then, without end': async (response) => {
    begin(response);
    while (!response.closed) {
      response.write(eventOf('word '));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  },
  'fails with 500': (response) => void response.writeHead(500).end('{"error":"out of memory"}'),
  'refuses the key': (response) => void response.writeHead(401).end('{"error":"no such key"}'),
  'asks to wait': (response) => void response.writeHead(429, { 'retry-after': '60' }).end(),
  'sends 100 MB of words': async (response) => {
    begin(response);
    const block = eventOf('word '.repeat(1000)).repeat(20);
    for (let sent = 0; sent < 100_000_000 && !response.closed; sent += block.length)
      if (!response.write(block)) await drained(response);
    response.end();
  },
  'sends 100 MB of JSON': async (response) => {
    begin(response, 'application/json');
    const block = ' '.repeat(100_000);
    for (let sent = 0; sent < 100_000_000 && !response.closed; sent += block.length)
      if (!response.write(block)) await drained(response);
    response.end('{}');
  },
  'sends one line without end': async (response) => {
    begin(response);
    for (let sent = 0; sent < 4_000_000 && !response.closed; sent += 100_000)
      if (!response.write('x'.repeat(100_000))) await drained(response);
    response.end();
  },
  'redirects to a private address': (response) =>
    void response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  'sends events that are not JSON': streamed('', 'data: {"choices":\n\ndata: [DONE]\n\n'),
  'sends events of another shape': streamed('', 'data: {"choices":[{"delta":{"content":7}}]}\n\n'),
  'sends an error in its stream': streamed('', 'data: {"error":{"message":"overloaded"}}\n\n'),
  'ends in the middle': streamed('The rent is EUR 1,250.00 [1]. The notice', ''),
  'closes the connection in the middle': (response) => {
    begin(response);
    response.write(eventOf('The rent is'));
    setTimeout(() => response.destroy(), 20);
  },
  'breaks the rules of HTTP': (response) =>
    void response.socket?.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nWhat is the rent?\r\n'),
  'sends a page': (response) => {
    begin(response, 'text/html');
    response.end('<html>Not found</html>');
  },
  'sends nothing': streamed('', ''),
};

/** Resolves when the client reads on or has left. */
async function drained(response: ServerResponse): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  const events = ['drain', 'close'].map((event) => once(response, event, { signal }).catch(() => undefined));
  await Promise.race(events);
  settled.abort();
}
