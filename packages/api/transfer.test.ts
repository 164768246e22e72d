import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SCOPES } from '@countersign/identity';
import { OAuthError } from '@countersign/oauth';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiDeps, TransferLimits } from './deps.ts';
import { buildApi, STUB_PAGES } from './testing/build-api.ts';
import { openRaw, type RawConnection } from './testing/raw-http.ts';

const PATIENT: TransferLimits = {
  headersMs: 60_000,
  bodyIdleMs: 60_000,
  minBytesPerSecond: 1_000,
  maxConnections: 100,
};

const START = '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7';
const FIELD = '--xx\r\nContent-Disposition: form-data; name="errorLanguage"\r\n\r\nsv';
const END = '\r\n--xx--\r\n';

let stop: () => Promise<void> = async () => undefined;
let received: number[];
let logged: { readonly level: number; readonly msg: string; readonly err?: unknown }[];
beforeEach(() => {
  received = [];
  logged = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await stop();
});

/** A service that counts uploads and finds tokens once `beforeLookup` resolves. */
async function start(
  limits: Partial<TransferLimits> = {},
  beforeLookup = async () => undefined as unknown,
  overrides: Partial<Pick<ApiDeps, 'web'>> = {},
) {
  const running = await buildApi({
    ...overrides,
    logLines: (line) => logged.push(JSON.parse(line)),
    settings: { transfer: { ...PATIENT, ...limits } } as never,
    signing: {
      files: {
        async upload(_caller, { content }) {
          await beforeLookup();
          let size = 0;
          for await (const chunk of content) size += chunk.length;
          received.push(size);
          return { fileId: 'f', removals: {} as never, warnings: [] };
        },
        async verify(content) {
          for await (const _ of content);
          throw new Error('the body should have been refused');
        },
      },
    },
  });
  const { api } = running;
  await api.listen({ host: '127.0.0.1', port: 0 });
  stop = () => api.close();
  const { port } = api.server.address() as AddressInfo;
  const { authorization } = await running.authorize();
  const head = (length: number | 'chunked', path = '/v1/files') =>
    [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: ${authorization}`,
      'Content-Type: multipart/form-data; boundary=xx',
      length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
      '\r\n',
    ].join('\r\n');
  return { api, port, head, authorization };
}

const INVALID = { status: 400, body: { success: false, code: 400, errorCode: 'invalid_request' } };
const TOO_SLOW = { status: 408, body: { success: false, code: 408, errorCode: 'request_timeout' } };

// A request that had begun with a leaked key made another key after the first was deleted.
describe('a request whose access ends while its body arrives', () => {
  const json = JSON.stringify({ name: 'Merged', fileIds: [randomUUID(), randomUUID()] });
  it.each([
    ['JSON', '/v1/files/merge', 'application/json', json],
    ['a file', '/v1/files', 'multipart/form-data; boundary=xx', START + END],
  ])('is refused: %s', async (_, path, type, body) => {
    const done: string[] = [];
    const identified = Promise.withResolvers<void>();
    let isValid = true;
    const holder = { userId: 'user-1', accountId: 'account-1', apiKeyId: 'key-1', grantId: null };
    const verify = async () => {
      if (!isValid) throw new OAuthError('invalid_token');
      identified.resolve();
      return { ...holder, scopes: SCOPES, expiresAt: new Date(Date.now() + 60_000) };
    };
    const work = (name: string) => async (): Promise<never> => {
      done.push(name);
      throw new Error('the request should have been refused');
    };
    const { api } = await buildApi({
      tokens: { verify } as Partial<ApiDeps['tokens']> as ApiDeps['tokens'],
      signing: {
        files: {
          merge: work('merge'),
          async upload(_caller, { content }) {
            for await (const _chunk of content);
            return work('upload')();
          },
        },
      },
    });
    await api.listen({ host: '127.0.0.1', port: 0 });
    stop = () => api.close();
    const { socket, answer } = openRaw((api.server.address() as AddressInfo).port);
    socket.write(
      [
        ...[`POST ${path} HTTP/1.1`, 'Host: localhost', 'Authorization: Bearer x', `Content-Type: ${type}`],
        ...[`Content-Length: ${body.length}`, '', body.slice(0, 10)],
      ].join('\r\n'),
    );
    await identified.promise;
    isValid = false;
    socket.write(body.slice(10));
    expect(await answer).toMatchObject({ status: 401, body: { errorCode: 'token_invalid' } });
    expect(done).toEqual([]);
  });
});

describe('a multipart body without its end', () => {
  const BROKEN: Readonly<Record<string, string>> = {
    'in a short file': START,
    'in a long file': START + 'y'.repeat(300_000),
    'after a file': `${START}\r\n--xx`,
    'within the closing boundary': `${START}\r\n--xx-`,
    'in the headers of the next part': `${START}\r\n--xx\r\nContent-Dispo`,
    'in the headers of the first part': '--xx\r\nContent-Dispo',
    'in a field': FIELD,
    'in a field after the file': `${START}\r\n${FIELD}`,
    'before any part': 'hello',
    'in a header that has no end': `--xx\r\nX-Long: ${'a'.repeat(2_000_000)}`,
  };

  it.each(Object.entries(BROKEN))('is refused at once: %s', async (_, body) => {
    const { port, head } = await start();
    for (const path of ['/v1/files', '/verify']) {
      const counted = openRaw(port);
      counted.socket.write(head(body.length, path) + body);
      expect(await counted.answer).toMatchObject(INVALID);
      const chunked = openRaw(port);
      chunked.socket.write(`${head('chunked', path)}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
      expect(await chunked.answer).toMatchObject(INVALID);
    }
    expect(received).toEqual([]);
  });

  // There was no response if all arrived before the file was read.
  it('is refused when it was there before anybody read it', async () => {
    const connections: Socket[] = [];
    let expected = 0;
    const wholeBodyIsThere = async () => {
      while ((connections[0]?.bytesRead ?? 0) < expected) await nextTurn();
      await nextTurn();
    };
    const { api, port, head } = await start({}, wholeBodyIsThere);
    api.server.on('connection', (socket: Socket) => connections.push(socket));
    const text = head(START.length) + START;
    expected = text.length;
    const { socket, answer } = openRaw(port);
    socket.write(text);
    expect(await answer).toMatchObject(INVALID);
  });

  it('is refused when the connection is half closed before its stated length', async () => {
    const { port, head } = await start();
    const { socket, answer } = openRaw(port);
    socket.end(head(1_000) + START);
    expect(await answer).toMatchObject(INVALID);
  });
});

describe('odd parts', () => {
  const part = (headers: string, content = 'x') => `--xx\r\n${headers}\r\n\r\n${content}\r\n`;
  const named = (name: string, content?: string) =>
    part(`Content-Disposition: form-data; name="${name}"`, content);
  const ODD: Readonly<Record<string, string>> = {
    'many parts': Array.from({ length: 100 }, (_, index) => named(`f${index}`)).join(''),
    'no name': part('Content-Disposition: form-data'),
    'a very long name': named('n'.repeat(5_000)),
    'a name with NUL': named('a\0b'),
    'a name of JavaScript': named('__proto__'),
    'a field of 5 MB': named('errorLanguage', 's'.repeat(5_000_000)),
    'a field with NUL': named('errorLanguage', 'sv\0'),
    'JSON that is none': part(
      'Content-Disposition: form-data; name="a"\r\nContent-Type: application/json',
      '{',
    ),
  };

  it.each(Object.entries(ODD))(
    'are refused and everything else of the body is read: %s',
    async (_, parts) => {
      const { port, head } = await start();
      const body = `${parts}${START}${END}`;
      const { socket, answer } = openRaw(port);
      socket.write(head(body.length) + body, 'latin1');
      expect(await answer).toMatchObject(INVALID);
    },
  );

  it.each([
    ['Content-Encoding: gzip', 'multipart/form-data; boundary=xx'],
    ['X-A: b', `multipart/form-data; boundary=${'b'.repeat(300)}`],
    ['X-A: b', 'multipart/form-data'],
    ['X-A: b', 'multipart/form-data; boundary='],
  ])('are refused by their headers: %s, %s', async (header, contentType) => {
    const { port, head } = await start();
    const { socket, answer } = openRaw(port);
    const headers = head(5).replace('multipart/form-data; boundary=xx', contentType);
    socket.write(`${headers.replace('Host:', `${header}\r\nHost:`)}hello`);
    expect(await answer).toMatchObject(INVALID);
  });
});

describe('a slow client', () => {
  it('is refused while nothing of its body comes', async () => {
    const { port, head } = await start({ bodyIdleMs: 80 });
    for (const path of ['/v1/files', '/verify']) {
      const { socket, answer, closed } = openRaw(port);
      socket.write(head(1_000, path) + START);
      expect(await answer).toMatchObject(TOO_SLOW);
      await closed;
    }
    const json = openRaw(port);
    json.socket.write(
      'POST /v1/auth/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    );
    expect(await json.answer).toMatchObject(TOO_SLOW);
    await json.closed;
  });

  it('is refused before its body has begun', async () => {
    const { port, head } = await start({ bodyIdleMs: 80 });
    const { socket, answer } = openRaw(port);
    socket.write(head(1_000));
    expect(await answer).toMatchObject(TOO_SLOW);
  });

  it('is refused if it sends less than the lowest rate, however steadily', async () => {
    const { port, head } = await start({ bodyIdleMs: 200, minBytesPerSecond: 1_000_000 });
    const connection = openRaw(port);
    connection.socket.write(head(50_000_000) + START);
    const sent = sendSteadily(connection, 'y'.repeat(10));
    expect(await connection.answer).toMatchObject(TOO_SLOW);
    await connection.closed;
    await sent;
  });

  // A quick megabyte earned a quarter of an hour, fifty of them half a day of a connection.
  it('earns no time for slow bytes by quick ones', async () => {
    const { port, head } = await start({ bodyIdleMs: 200, minBytesPerSecond: 1_000 });
    const connection = openRaw(port);
    connection.socket.write(head(50_000_000) + START + 'y'.repeat(1_000_000));
    const sent = sendSteadily(connection, 'y');
    expect(await connection.answer).toMatchObject(TOO_SLOW);
    await connection.closed;
    await sent;
  });

  it('is served if it is steady, also for much longer than the idle limit', async () => {
    const { port, head } = await start({ bodyIdleMs: 200, minBytesPerSecond: 100 });
    const { socket, answer } = openRaw(port);
    const pieces = 60;
    socket.write(head(START.length + pieces * 10 + END.length) + START);
    for (let piece = 0; piece < pieces; piece += 1) {
      socket.write('y'.repeat(10));
      // Ten idle limits.
      await new Promise((resolve) => setTimeout(resolve, 35));
    }
    socket.write(END);
    expect(await answer).toMatchObject({ status: 201 });
  });

  // Every body ended after a quarter of an hour, though 50 MB take 54 minutes at the lowest rate.
  it('is served if it is steady for as long as the largest file needs at the lowest rate', async () => {
    const begun = Promise.withResolvers<void>();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const { api, port, head } = await start({ minBytesPerSecond: 1 }, async () => begun.resolve());
    const connected = once(api.server, 'connection');
    const { socket, answer } = openRaw(port);
    const [connection] = (await connected) as [Socket];
    const minutes = 20;
    const piece = 'y'.repeat(1_000);
    socket.write(head(START.length + minutes * piece.length + END.length) + START);
    await begun.promise;
    for (let minute = 0; minute < minutes; minute += 1) {
      const before = connection.bytesRead;
      socket.write(piece);
      while (!connection.destroyed && connection.bytesRead < before + piece.length) await nextTurn();
      vi.advanceTimersByTime(60_000);
    }
    socket.write(END);
    expect(await answer).toMatchObject({ status: 201 });
  });

  it('is not blamed while the service does not read', async () => {
    const gate = Promise.withResolvers<void>();
    const { api, port, head } = await start({ bodyIdleMs: 80 }, () => gate.promise);
    const body = START + 'y'.repeat(500_000) + END;
    const { socket, answer } = openRaw(port);
    const other = openRaw(port);
    const asked = once(api.server, 'request');
    socket.write(head(body.length) + body);
    await asked;
    // An idle client is refused by the same clock.
    other.socket.write(head(1_000));
    expect(await other.answer).toMatchObject(TOO_SLOW);
    gate.resolve();
    expect(await answer).toMatchObject({ status: 201 });
    expect(received).toEqual([500_008]);
  });

  it('is cut off if its headers do not end', async () => {
    const { port } = await start({ headersMs: 100 });
    const { socket, answer, closed } = openRaw(port);
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    expect(await answer).toMatchObject(TOO_SLOW);
    await closed;
  });

  it('does not keep a connection open whose request was refused', async () => {
    const { port, head } = await start({ bodyIdleMs: 80 });
    const { socket, answer, closed } = openRaw(port);
    socket.write(head(1_000_000).replace(/Authorization: [^\r]+/, 'Authorization: Bearer nobody'));
    expect(await answer).toMatchObject({ status: 401 });
    await closed;
  });
});

describe('a client that does not read', () => {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-unread-'));
  // More than a local connection buffers.
  writeFileSync(join(directory, 'large.js'), Buffer.alloc(32 * 1024 * 1024));
  afterAll(() => rmSync(directory, { recursive: true }));
  const web = { ...STUB_PAGES, directory };
  const ask = 'GET /assets/large.js HTTP/1.1\r\nHost: a\r\n\r\n';

  // A thousand of them occupied all connections, without a limit of time.
  it('loses its connection', async () => {
    const { api, port } = await start({ bodyIdleMs: 80, minBytesPerSecond: 1_000_000 }, undefined, { web });
    const accepted = once(api.server, 'connection');
    const client = connect({ port, host: '127.0.0.1' }).pause();
    client.on('error', () => undefined);
    client.write(ask);
    const [connection] = await accepted;
    await once(connection, 'close');
    client.destroy();
    expect(logged.map(({ msg }) => msg)).toContain('connection closed: the client does not read');
  });

  it('keeps it if it reads slowly but steadily, for longer than the idle limit', async () => {
    const { port } = await start({ bodyIdleMs: 200, minBytesPerSecond: 1_000_000 }, undefined, { web });
    const client = connect({ port, host: '127.0.0.1' });
    client.write(ask);
    let received = 0;
    for await (const chunk of client) {
      const before = received;
      received += chunk.length;
      // About thirty pauses, five idle limits.
      const isPause = Math.floor(received / 1_000_000) > Math.floor(before / 1_000_000);
      if (isPause) await new Promise((resolve) => setTimeout(resolve, 35));
      if (received > 32 * 1024 * 1024) break;
    }
    expect(received).toBeGreaterThan(32 * 1024 * 1024);
  });
});

describe('connections', () => {
  it('are bounded in number', async () => {
    const { api, port } = await start({ maxConnections: 2 });
    const first = openRaw(port);
    const second = openRaw(port);
    await Promise.all([once(first.socket, 'connect'), once(second.socket, 'connect')]);
    const dropped = once(api.server, 'drop');
    const third = openRaw(port);
    await dropped;
    await third.closed;
    first.socket.destroy();
    second.socket.destroy();
  });

  it.each([
    ['nonsense', 'NONSENSE\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
    ['headers of 100 kB', `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(100_000)}\r\n\r\n`],
    [
      'a chunk of no size',
      'POST /verify HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=xx\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
  ])('that carry no HTTP get an error in our form: %s', async (_, text) => {
    const { port } = await start();
    const { socket, answer, closed } = openRaw(port);
    socket.write(text);
    expect(await answer).toMatchObject(INVALID);
    await closed;
  });

  it('that the client closes early are logged as information, not as errors', async () => {
    const { api, port, head } = await start();
    for (const text of [
      head(1_000) + START,
      'POST /v1/auth/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    ]) {
      const asked = once(api.server, 'request');
      const { socket, closed } = openRaw(port);
      socket.write(text);
      const [, response] = await asked;
      const over = once(response, 'close');
      socket.destroy();
      await closed;
      await over;
    }
    await stop();
    stop = async () => undefined;
    expect(logged.filter(({ level }) => level >= WARN)).toEqual([]);
    expect(logged.length).toBeGreaterThan(0);
  });
});

/** Of pino. */
const WARN = 40;

/** Writes the text repeatedly until the connection is closed. */
async function sendSteadily({ socket, closed }: RawConnection, text: string): Promise<void> {
  const timer = setInterval(() => socket.writable && socket.write(text), 10);
  await closed;
  clearInterval(timer);
}
