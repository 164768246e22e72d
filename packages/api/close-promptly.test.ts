import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import type { ApiDeps } from './deps.ts';
import { buildApi } from './testing/build-api.ts';

type Readiness = Awaited<ReturnType<ApiDeps['checkReadiness']>>;

/** A request in two parts, so that the service has begun it and waits for the rest. */
const BODY = JSON.stringify({ apiKey: 'nobody', scope: 'read' });
const HEADERS = `Host: a\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}`;
const FIRST_PART = `POST /v1/auth/token HTTP/1.1\r\n${HEADERS}\r\n\r\n${BODY.slice(0, 5)}`;
const LAST_PART = BODY.slice(5);

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Connects to a listening service; resolves once it has the connection. */
async function open({ api }: Awaited<ReturnType<typeof buildApi>>): Promise<Socket> {
  const address = api.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const accepted = once(api.server, 'connection');
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await accepted;
  return socket;
}

// Closing waited 70 s for a connection that fetch had opened ahead.
it('closing does not wait for a connection on which nothing was asked yet', async () => {
  const running = await buildApi();
  await running.api.listen({ host: '127.0.0.1', port: 0 });
  const ended = once(await open(running), 'close');
  await running.api.close();
  await ended;
});

// The other kind, at random: closed between the last byte of a file and the end of its response.
it('closing waits for a request that is under way, and not for the next on its connection', async () => {
  const running = await buildApi();
  await running.api.listen({ host: '127.0.0.1', port: 0 });
  const asking = await open(running);
  const asked = once(running.api.server, 'request');
  asking.write(FIRST_PART);
  await asked;
  const closed = running.api.close();
  const answered = once(asking.setEncoding('utf8'), 'data');
  const ended = once(asking, 'close');
  asking.write(LAST_PART);
  expect((await answered)[0]).toMatch(/^HTTP\/1\.1 4\d\d [\s\S]*\r\nconnection: keep-alive/i);
  await closed;
  await ended;
});

// A request got 500 `jobs_not_open`: its client had left, so that closing did not wait for its handler.
it('closing waits for a handler whose client has left', async () => {
  let finish: (ready: Readiness) => void = () => undefined;
  const called = new EventEmitter();
  const running = await buildApi({
    checkReadiness: () =>
      new Promise<Readiness>((resolve) => {
        finish = resolve;
        called.emit('called');
      }),
  });
  await running.api.listen({ host: '127.0.0.1', port: 0 });
  const asking = await open(running);
  const isCalled = once(called, 'called');
  asking.write('GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n');
  await isCalled;
  asking.destroy();
  await once(asking, 'close');
  let isClosed = false;
  const closed = running.api.close().then(() => {
    isClosed = true;
  });
  // Nothing else holds the server.
  await once(running.api.server, 'close');
  await setImmediate();
  expect(isClosed).toBe(false);
  finish({ status: 'ready', warnings: [] });
  await closed;
});

it('answers 503 with Retry-After to a request that comes while it closes', async () => {
  const running = await buildApi();
  await running.api.listen({ host: '127.0.0.1', port: 0 });
  const asking = await open(running);
  const asked = once(running.api.server, 'request');
  asking.write(FIRST_PART);
  await asked;
  const closed = running.api.close();
  let text = '';
  asking.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  const ended = once(asking, 'close');
  asking.write(`${LAST_PART}GET /v1/docs HTTP/1.1\r\nHost: a\r\n\r\n`);
  await closed;
  await ended;
  expect(text).toMatch(/HTTP\/1\.1 503 [\s\S]*retry-after: \d+[\s\S]*"errorCode":"service_busy"/i);
});
