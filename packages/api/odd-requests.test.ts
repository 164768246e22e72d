import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApi } from './testing/build-api.ts';
import { openRaw, type RawAnswer } from './testing/raw-http.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const deleted: string[] = [];

/** The product accepts everything, so HTTP refused what fails. */
const signing = {
  documents: {
    list: async () => ({ items: [], nextOffset: null }),
    get: async () => Promise.reject(new Error('the id should have been refused')),
  },
  files: {
    readFields: async () => [],
    delete: async (_: unknown, fileId: string) => void deleted.push(fileId),
  },
};

let send: (target: string, method?: string, headers?: readonly string[]) => Promise<RawAnswer>;
let stop: () => Promise<void>;
beforeAll(async () => {
  const outbox = { list: async () => [] };
  const running = await buildApi({ outbox, signing: signing as never });
  await running.api.listen({ host: '127.0.0.1', port: 0 });
  stop = () => running.api.close();
  const { port } = running.api.server.address() as AddressInfo;
  const { authorization } = await running.authorize();
  send = (target, method = 'GET', headers = []) => {
    const { socket, answer } = openRaw(port);
    const lines = [
      `${method} ${target} HTTP/1.1`,
      'Host: localhost',
      `Authorization: ${authorization}`,
      ...headers,
    ];
    socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`, 'latin1');
    return answer;
  };
});
afterAll(() => stop());

const refusalOf = (path: string) => ({
  status: 400,
  body: { success: false, code: 400, errorCode: 'invalid_request', details: [{ path }] },
});

describe('odd text in an address', () => {
  it.each([
    ['/outbox?to=%00', 'to'],
    ['/outbox/messages?to=a%00b', 'to'],
    ['/outbox?to=a&to=b', 'to'],
    ['/outbox?a%00b=c', ''],
    ['/v1/docs?limit=%00', 'limit'],
    ['/v1/docs?limit=1&limit=2', 'limit'],
    ['/v1/docs?limit=', 'limit'],
    ['/v1/docs?limit=0', 'limit'],
    ['/v1/docs?limit=51', 'limit'],
    ['/v1/docs?limit=ten', 'limit'],
    ['/v1/docs?limit=NaN', 'limit'],
    ['/v1/docs?limit=1e999', 'limit'],
    ['/v1/docs?offset=-1', 'offset'],
    ['/v1/docs?offset=0.5', 'offset'],
    ['/v1/docs?offset=99999999999999999999', 'offset'],
    ['/v1/docs?errorLanguage=xx', 'errorLanguage'],
    ['/v1/docs?errorLanguage=sv&errorLanguage=en', 'errorLanguage'],
    ['/v1/docs?errorLanguage=sv%00', 'errorLanguage'],
    ['/v1/docs/7', 'documentId'],
    ['/v1/docs/%00', 'documentId'],
    ['/v1/docs/..%2f..%2fetc', 'documentId'],
    [`/v1/docs/${ID}%2Fsigned-file`, 'documentId'],
    [`/v1/docs/${ID}%00`, 'documentId'],
    [`/v1/docs/${ID}%0A`, 'documentId'],
    [`/v1/docs/%EF%BC%90${ID.slice(1)}`, 'documentId'],
    [`/v1/docs/urn:uuid:${ID}`, 'documentId'],
    [`/v1/docs/{${ID}}`, 'documentId'],
    [`/v1/files/${ID}%20/fields`, 'fileId'],
    ['/sign/%00/session', 'token'],
    ['/downloads/%00', 'token'],
    [`/downloads/a%00.b`, 'token'],
  ])('is 400 and names the member: %s', async (target, path) => {
    expect(await send(target)).toMatchObject(refusalOf(path));
  });

  it.each([
    ['half a surrogate pair', '/v1/docs/%ED%A0%80'],
    ['an overlong slash', '/v1/docs/%C0%AF'],
    ['an overlong NUL', '/v1/docs/%C0%80'],
    ['a broken escape', '/v1/docs/%'],
    ['another broken escape', '/v1/docs/%zz'],
    ['bytes that are no UTF-8', '/v1/docs/%FF%FE'],
    ['bytes that are not escaped', '/v1/docs/\xff\xfe'],
    ['a very long parameter', `/v1/docs/${'a'.repeat(5_000)}`],
  ])('is 400 if it cannot be decoded: %s', async (_, target) => {
    expect(await send(target)).toMatchObject({ status: 400, body: { errorCode: 'invalid_request' } });
  });

  // Malformed escapes in a query are literal (WHATWG URL).
  it.each([
    '/v1/docs?limit=10&x=%',
    '/v1/docs?x=%ED%A0%80',
    '/v1/docs?x=%C0%AF',
    '/v1/docs?__proto__=1&constructor=2',
    '/v1/docs?x[]=1&x[a]=2&x=3',
    `/v1/docs?${'&'.repeat(2_000)}`,
    `/v1/docs?${'x=1&'.repeat(2_000)}`,
    '/v1/docs?',
    '/v1/docs??',
    '/v1/docs/',
  ])('does not matter where nobody asks for it: %s', async (target) => {
    expect((await send(target)).status).toBe(200);
  });

  it('is never a failure of the service', async () => {
    const targets = [
      '*',
      '//',
      '///v1/docs',
      '/%2e%2e/%2e%2e',
      'http://evil.example/v1/docs',
      '/v1/docs;x=1',
      '/v1//docs',
      '/V1/DOCS',
      '/assets/%00',
      '/assets/..%2f..%2fpackage.json',
      '/verify?x=%00',
      '/sign/a/b/c',
    ];
    for (const target of targets) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH']) {
        const { status } = await send(target, method, method === 'GET' ? [] : ['Content-Length: 0']);
        expect(status, `${method} ${target}`).toBeLessThan(500);
      }
    }
  });
});

describe('ids', () => {
  it('are taken in capitals and handed on as they are stored', async () => {
    const upper = 'ABCDEF00-0000-4000-8000-000000000001';
    expect((await send(`/v1/files/${upper}`, 'DELETE')).status).toBe(204);
    expect(deleted).toEqual([upper.toLowerCase()]);
  });
});

describe('odd headers', () => {
  it.each([
    'Accept-Language: \xff\xfe;q=abc,,;;q=,*',
    `Accept-Language: ${'sv,'.repeat(3_000)}`,
    'Accept-Language: sv;q=0.5;q=2',
    'X-Forwarded-For: \xff, , unknown',
    'Content-Type: \xff',
    'User-Agent: \xff\t\x80',
    'If-None-Match: \xff',
  ])('do no harm: %s', async (header) => {
    expect((await send('/v1/docs', 'GET', [header])).status).toBe(200);
  });

  it.each([
    'Authorization: Bearer \xff',
    'Authorization: Bearer',
    'Authorization: Basic YTpi',
    'Authorization:',
  ])('with no token are 401: %s', async (header) => {
    const answer = await send('/v1/docs', 'GET', [header]);
    expect([200, 401]).toContain(answer.status);
  });
});

describe('unknown query parameters', () => {
  it('are named in the warnings of the answer', async () => {
    const { body } = await send('/v1/docs?colour=red&limit=1&page=2');
    expect(body).toMatchObject({
      limit: 1,
      warnings: [
        { code: 'unknown_member', path: 'colour' },
        { code: 'unknown_member', path: 'page' },
      ],
    });
  });

  it('are named in a header where the answer is a list or nothing', async () => {
    const fields = await send(`/v1/files/${ID}/fields?colour=red&sm%C3%A5=1`);
    expect(fields.headers).toContain('\r\nx-unknown-members: colour, sm%c3%a5');
  });

  it('are named in a header of bounded length', async () => {
    // Forty names and their commas are 1,998 characters: with `, ...` the header had 2,003.
    const query = Array.from({ length: 60 }, (_, index) => `${'x'.repeat(46)}${index + 10}=1`).join('&');
    const { headers } = await send(`/v1/files/${ID}/fields?${query}`);
    const named = /x-unknown-members: (.*)/.exec(headers)?.[1] ?? '';
    expect(named).toMatch(/x10, x+11, .*, \.\.\.$/);
    expect(named.length).toBeLessThanOrEqual(2000);
  });

  it('are no concern of pages', async () => {
    expect((await send('/verify?utm_source=mail')).headers).not.toContain('x-unknown-members');
  });

  it('are not there when every parameter is known', async () => {
    expect((await send('/v1/docs?limit=1&offset=0&errorLanguage=sv')).body).not.toHaveProperty('warnings');
  });
});

describe('a request without a body', () => {
  // axios and others always send the header.
  it('may say that its body is JSON, where none is expected', async () => {
    for (const headers of [[], ['Content-Length: 0']]) {
      const answer = await send(`/v1/files/${ID}`, 'DELETE', ['Content-Type: application/json', ...headers]);
      expect(answer.status).toBe(204);
    }
    expect(deleted).toContain(ID);
  });
});

describe('a request with an unknown expectation', () => {
  it('is answered as without it', async () => {
    expect((await send('/healthz', 'GET', ['Expect: everything'])).status).toBe(200);
  });
});
