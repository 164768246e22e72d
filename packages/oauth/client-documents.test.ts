import { describe, expect, it } from 'vitest';
import { createClientDocuments, MAX_DOCUMENT_BYTES } from './client-documents.ts';
import { DocumentUnavailable } from './ports.ts';

const URL_OF_CLIENT = 'https://app.example.com/client.json';
const DOCUMENT = {
  client_id: URL_OF_CLIENT,
  client_name: 'Desk app',
  redirect_uris: ['https://app.example.com/callback'],
};

interface Served {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  fault?: Error;
}

function setUp(served: Served = {}) {
  let now = new Date('2026-01-01T00:00:00.000Z');
  const fetched: [url: string, maxBytes: number][] = [];
  const answer = { ...served };
  const documents = createClientDocuments({
    clock: { now: () => now },
    settings: { allowLoopback: false },
    async fetchDocument(url, maxBytes) {
      fetched.push([url, maxBytes]);
      if (answer.fault !== undefined) throw answer.fault;
      const { status = 200, headers = {}, body = DOCUMENT } = answer;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return { status, headers, body: new TextEncoder().encode(text) };
    },
  });
  return {
    documents,
    fetched,
    answer,
    wait: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}

const refusal = { code: 'invalid_client' };
const unavailable = { code: 'client_unavailable', params: { seconds: 10 } };

describe('a client metadata document', () => {
  it('[5-11] [D8-19] [D8-20] describes a public client with its redirect URIs', async () => {
    const { documents, fetched } = setUp();
    expect(await documents.find(URL_OF_CLIENT)).toMatchObject({
      clientId: URL_OF_CLIENT,
      clientName: 'Desk app',
      redirectUris: DOCUMENT.redirect_uris,
      authMethod: 'none',
      secretHash: null,
    });
    expect(fetched).toEqual([[URL_OF_CLIENT, MAX_DOCUMENT_BYTES]]);
  });

  it('[D8-22] may have 64 KiB', () => {
    expect(MAX_DOCUMENT_BYTES).toBe(65_536);
  });

  it('is named by its host if it has no name that can be shown', async () => {
    const { documents } = setUp({ body: { ...DOCUMENT, client_name: 'a\u202eb' } });
    expect(await documents.find(URL_OF_CLIENT)).toMatchObject({ clientName: 'app.example.com' });
  });

  it.each([
    ['[D8-18] another client_id', { ...DOCUMENT, client_id: 'https://app.example.com/other.json' }],
    ['[D8-18] no client_id', { ...DOCUMENT, client_id: undefined }],
    ['[D8-19] no redirect URIs', { ...DOCUMENT, redirect_uris: undefined }],
    ['[D8-19] an empty list of redirect URIs', { ...DOCUMENT, redirect_uris: [] }],
    [
      'a redirect URI with a parameter of answers (RFC 6749 3.1)',
      { ...DOCUMENT, redirect_uris: ['https://app.example.com/?state=x'] },
    ],
    ['[D8-19] a redirect URI without https', { ...DOCUMENT, redirect_uris: ['http://app.example.com/'] }],
    [
      '[D8-19] a wildcard as redirect URI',
      { ...DOCUMENT, redirect_uris: ['https://*.example.com/callback'] },
    ],
    ['[D8-20] a method with a secret', { ...DOCUMENT, token_endpoint_auth_method: 'client_secret_basic' }],
    ['[D8-20] a method with a key', { ...DOCUMENT, token_endpoint_auth_method: 'private_key_jwt' }],
    ['[D8-20] a secret', { ...DOCUMENT, client_secret: 'x' }],
    ['a list', [DOCUMENT]],
    ['no JSON', '<html>'],
  ])('is refused with %s', async (_, body) => {
    await expect(setUp({ body }).documents.find(URL_OF_CLIENT)).rejects.toMatchObject(refusal);
  });

  it('[D8-23] is refused when the server redirects or fails', async () => {
    for (const status of [301, 302, 307, 404, 201])
      await expect(setUp({ status }).documents.find(URL_OF_CLIENT)).rejects.toMatchObject(refusal);
  });

  it('is asked for later if its server is down: after invalid_client, clients forget their tokens', async () => {
    for (const status of [429, 500, 503])
      await expect(setUp({ status }).documents.find(URL_OF_CLIENT)).rejects.toMatchObject(unavailable);
    const fault = new Error('ECONNREFUSED');
    const down = setUp({ fault: new DocumentUnavailable(fault) });
    await expect(down.documents.find(URL_OF_CLIENT)).rejects.toMatchObject(unavailable);
    const refused = setUp({ fault });
    await expect(refused.documents.find(URL_OF_CLIENT)).rejects.toMatchObject(refusal);
  });

  it.each([
    ['no answer', { fault: new DocumentUnavailable(new Error('getaddrinfo ENOTFOUND')) }],
    ['answered 503', { status: 503 }],
    ['answered 404', { status: 404 }],
    ['not allowed', { fault: new Error('answer_not_usable') }],
    ['not a JSON object', { body: '<html>' }],
    ['client_id is another address', { body: {} }],
    ['not of a public client', { body: { ...DOCUMENT, client_secret: 'x' } }],
    ['redirect_uris cannot be used', { body: { ...DOCUMENT, redirect_uris: [] } }],
  ])('says in the log why it cannot be used: %s', async (reason, served) => {
    const fault = { name: 'DocumentFault', message: `metadata document of app.example.com: ${reason}` };
    await expect(setUp(served).documents.find(URL_OF_CLIENT)).rejects.toMatchObject({ cause: fault });
  });

  it.each(['ENOTFOUND', 'CERT_HAS_EXPIRED', 'ECONNREFUSED', 'UND_ERR_HEADERS_TIMEOUT'])(
    'may be there again later, without an answer: %s',
    async (code) => {
      const cause = Object.assign(new Error(code), { code });
      const { documents } = setUp({ fault: new DocumentUnavailable(cause) });
      await expect(documents.find(URL_OF_CLIENT)).rejects.toMatchObject({ ...unavailable, cause: { cause } });
    },
  );

  it.each([
    'http://app.example.com/client.json',
    'https://app.example.com',
    'https://app.example.com/#here',
    'https://user@app.example.com/client.json',
    'https://app.example.com/a/../client.json',
    'https://APP.example.com/client.json',
    'https://app.example.com/client json',
    `https://app.example.com/${'x'.repeat(2048)}`,
  ])('[D8-21] is not fetched from %s', async (url) => {
    const { documents, fetched } = setUp();
    await expect(documents.find(url)).rejects.toMatchObject(refusal);
    expect(fetched).toEqual([]);
  });

  it.each([
    [{ 'cache-control': 'max-age=600' }, 600],
    [{ 'cache-control': 'public, max-age=600', age: '100' }, 500],
    [{ expires: 'Thu, 01 Jan 2026 00:10:00 GMT' }, 600],
    [{ 'cache-control': 'max-age=600', expires: '0' }, 600],
    [{ 'cache-control': 'max-age=999999999' }, 86_400],
  ])('[D8-24] is cached by %o for %d seconds', async (headers, seconds) => {
    const { documents, fetched, wait } = setUp({ headers });
    await documents.find(URL_OF_CLIENT);
    wait(seconds - 1);
    await documents.find(URL_OF_CLIENT);
    expect(fetched).toHaveLength(1);
    wait(1);
    await documents.find(URL_OF_CLIENT);
    expect(fetched).toHaveLength(2);
  });

  it.each([
    {},
    { 'cache-control': 'no-store, max-age=600' },
    { 'cache-control': 'no-cache' },
    { expires: '0' },
  ])('[D8-24] is not cached by %o', async (headers) => {
    const { documents, fetched } = setUp({ headers });
    await documents.find(URL_OF_CLIENT);
    await documents.find(URL_OF_CLIENT);
    expect(fetched).toHaveLength(2);
  });

  it('is fetched once for requests at the same time, and not at once again after a failure', async () => {
    const { documents, fetched, answer, wait } = setUp();
    await Promise.all([documents.find(URL_OF_CLIENT), documents.find(URL_OF_CLIENT)]);
    expect(fetched).toHaveLength(1);
    answer.status = 500;
    await expect(documents.find(URL_OF_CLIENT)).rejects.toMatchObject(unavailable);
    await expect(documents.find(URL_OF_CLIENT)).rejects.toMatchObject(unavailable);
    expect(fetched).toHaveLength(2);
    wait(10);
    answer.status = 200;
    await documents.find(URL_OF_CLIENT);
  });

  // Five hundred invented ids pushed every document out of the cache, without one request to anybody.
  it('stays cached whatever cannot be an address is asked for', async () => {
    const { documents, fetched } = setUp({ headers: { 'cache-control': 'max-age=600' } });
    await documents.find(URL_OF_CLIENT);
    for (let index = 0; index < 500; index++)
      await expect(documents.find(`https://example.com/${index}#`)).rejects.toMatchObject(refusal);
    await documents.find(URL_OF_CLIENT);
    expect(fetched).toHaveLength(1);
  });
});
