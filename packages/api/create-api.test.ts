import { DocumentFault, OAuthError } from '@countersign/oauth';
import { type RemovalSummary, SigningError } from '@countersign/signing';
import { describe, expect, it } from 'vitest';
import { API_KEY, buildApi } from './testing/build-api.ts';

const BODY = {
  fileId: '00000000-0000-0000-0000-000000000001',
  name: 'Contract',
  signeeDetails: [{ fullName: 'Ada', emailAddress: 'ada@example.com' }],
};

describe('errors', () => {
  it('[7-01] [7-03] [D4-01] [5-01] have the members of every error', async () => {
    const { api } = await buildApi();
    const answer = await api.inject('/v1/docs');
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({
      success: false,
      message: expect.stringMatching(/.{10}/),
      code: 401,
      errorCode: 'token_missing',
    });
    expect(answer.headers['www-authenticate']).toBe(
      'Bearer resource_metadata="http://localhost:8080/.well-known/oauth-protected-resource/v1"',
    );
  });

  it('[4-03] [4-04] [D4-03] [7-10] speak the language of the query, the body, then Accept-Language', async () => {
    const { api } = await buildApi();
    const accept = { 'accept-language': 'es' };
    const read = async (url: string, payload?: object) => {
      const method = payload === undefined ? 'GET' : 'POST';
      const answer = await api.inject({ method, url, headers: accept, ...(payload && { payload }) });
      return answer.json().message as string;
    };
    const spanish = await read('/v1/docs');
    const swedish = await read('/v1/docs?errorLanguage=sv');
    expect(swedish).not.toBe(spanish);
    expect(await read('/v1/docs', { errorLanguage: 'sv' })).toBe(swedish);
    expect(await read('/v1/docs', { errorLanguage: 'xx' })).toBe(spanish);
  });

  it('[D4-02] [D4-05] name the members that are wrong, in that language', async () => {
    const { api, authorize } = await buildApi();
    const payload = { ...BODY, name: 7, errorLanguage: 'sv' };
    const headers = await authorize();
    const answer = await api.inject({ method: 'POST', url: '/v1/docs', headers, payload });
    expect(answer.json()).toMatchObject({
      code: 400,
      errorCode: 'invalid_request',
      details: [{ path: 'name' }],
    });
    expect(answer.json().details[0].message).toBe('name måste vara text.');
    expect(answer.json().message).toBe('name måste vara text.');
  });

  it('are invalid_request for a body that is no JSON, and 404 in shape for an unknown address', async () => {
    const { api, authorize } = await buildApi();
    const headers = { ...(await authorize()), 'content-type': 'application/json' };
    const broken = await api.inject({ method: 'POST', url: '/v1/docs', headers, payload: '{"a":' });
    expect(broken.json()).toMatchObject({ success: false, code: 400, errorCode: 'invalid_request' });
    const unknown = await api.inject('/v1/nothing');
    expect(unknown.json()).toMatchObject({ success: false, code: 404, errorCode: 'route_not_found' });
    expect(unknown.headers['x-ratelimit-limit']).toBe('600');
  });

  it('[7-08] keep the cause of an unforeseen one from the client, TypeErrors included', async () => {
    const listDocuments = () => Promise.reject(new TypeError('secret detail'));
    const { api, authorize } = await buildApi({ signing: { documents: { list: listDocuments } } });
    const answer = await api.inject({ url: '/v1/docs', headers: await authorize() });
    expect(answer.json()).toMatchObject({ code: 500, errorCode: 'internal_error' });
    expect(answer.body).not.toContain('secret detail');
  });

  // The log was the same for a wrong certificate and a server that was down.
  it('of the metadata document of a client are in the log with their cause', async () => {
    const lines: string[] = [];
    const cause = new DocumentFault('https://app.example.com/c', 'no answer', new Error('expired'));
    const requestToken = () =>
      Promise.reject(new OAuthError('client_unavailable', { seconds: 10 }, { cause }));
    const { api } = await buildApi({
      authorizationServer: { requestToken },
      logLines: (line) => lines.push(line),
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await api.inject({ method: 'POST', url: '/oauth/token', headers, payload: 'a=b' });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '10']);
    expect(answer.body).not.toContain('expired');
    expect(lines.map((line) => JSON.parse(line)).find(({ errorCode }) => errorCode)).toMatchObject({
      level: 30,
      errorCode: 'client_unavailable',
      err: { message: expect.stringMatching(/^metadata document of app\.example\.com: no answer.*expired/s) },
    });
  });

  it('[5-09] [7-03] tell a scope that is missing from a token that is wrong', async () => {
    const { api, authorize } = await buildApi();
    const readOnly = await api.inject({
      method: 'POST',
      url: '/v1/docs',
      headers: await authorize('read'),
      payload: BODY,
    });
    expect(readOnly.json()).toMatchObject({ code: 403, errorCode: 'scope_missing' });
    const wrong = await api.inject({ url: '/v1/docs', headers: { authorization: 'Bearer nonsense' } });
    expect(wrong.json()).toMatchObject({ code: 401, errorCode: 'token_invalid' });
    expect(wrong.headers['www-authenticate']).toContain('invalid_token');
  });
});

describe('unknown members', () => {
  it('[D4-08] [D4-09] are named in warnings, after those of the product, and do not fail the request', async () => {
    const createDocument = async () => ({
      document: {
        documentId: 'd',
        name: 'n',
        createdAt: new Date(0),
        userId: 'u',
        status: 'created',
      } as never,
      warnings: [{ code: 'boxes_overlap', params: { page: 0 } }],
    });
    const { api, authorize } = await buildApi({ signing: { documents: { create: createDocument } } });
    const payload = { ...BODY, colour: 'red', personalMessage: null };
    const answer = await api.inject({ method: 'POST', url: '/v1/docs', headers: await authorize(), payload });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      documentUrl: 'http://localhost:8080/documents/d',
      warnings: [
        { code: 'boxes_overlap', params: { page: 0 } },
        { code: 'unknown_member', path: 'colour' },
      ],
    });
  });
});

describe('tokens', () => {
  it('[5-20] [D8-11] [D8-12] are given for an API key, with scopes as a fallback name', async () => {
    const { api } = await buildApi();
    const payload = { apiKey: API_KEY, scopes: 'read' };
    const answer = await api.inject({ method: 'POST', url: '/v1/auth/token', payload });
    expect(answer.json()).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read' });
    const headers = { authorization: `Bearer ${answer.json().access_token}` };
    const described = await api.inject({ url: '/v1/auth/token', headers });
    expect(described.statusCode).toBe(200);
    expect(described.json()).toMatchObject({ scope: 'read', userId: 'user-1', accountId: 'account-1' });
  });

  it('[7-03] refuse in the shape of RFC 6749 and in ours', async () => {
    const { api } = await buildApi();
    const refuse = async (payload: object) =>
      (await api.inject({ method: 'POST', url: '/v1/auth/token', payload })).json();
    expect(await refuse({ apiKey: 'sk_wrong' })).toMatchObject({
      error: 'invalid_client',
      error_description: 'The API key is not valid. Check it, or create a new one.',
      success: false,
      code: 401,
      errorCode: 'api_key_invalid',
    });
    expect(await refuse({ apiKey: API_KEY, scope: 'admin' })).toMatchObject({
      error: 'invalid_scope',
      code: 400,
    });
    expect(await refuse({})).toMatchObject({ error: 'invalid_request', code: 400 });
    const swedish = await refuse({ apiKey: API_KEY, scope: 'admin', errorLanguage: 'sv' });
    expect(swedish.error_description).toBe(
      "The scope is not offered. Ask for 'read', 'write' or 'read write'.",
    );
    expect(swedish.message).not.toContain('scope is not offered');
  });
});

describe('rate limits', () => {
  it('[8-07] [7-07] [D8-17] are told on every answer and enforced by token', async () => {
    const listDocuments = async () => ({ items: [], nextOffset: null });
    const settings = { rateLimitPerMinute: 2 } as never;
    const { api, authorize } = await buildApi({ signing: { documents: { list: listDocuments } }, settings });
    const headers = await authorize();
    const first = await api.inject({ url: '/v1/docs', headers });
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' });
    expect(Number(first.headers['x-ratelimit-reset'])).toBeGreaterThan(0);
    await api.inject({ url: '/v1/docs', headers });
    const third = await api.inject({ url: '/v1/docs', headers });
    expect(third.json()).toMatchObject({ code: 429, errorCode: 'rate_limit_exceeded' });
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    const other = await api.inject({ url: '/v1/docs', headers: await authorize() });
    expect(other.statusCode).toBe(200);
  });

  it('[8-04] [8-05] [8-06] are told by refusals as well', async () => {
    const { api } = await buildApi();
    for (const [method, url, status] of [
      ['GET', '/v1/docs', 401],
      ['GET', '/v1/nothing', 404],
      ['POST', '/v1/auth/token', 400],
    ] as const) {
      const { statusCode, headers } = await api.inject({ method, url });
      expect([url, statusCode, headers['x-ratelimit-limit']]).toEqual([url, status, '600']);
      expect(Number(headers['x-ratelimit-remaining'])).toBeLessThan(600);
      expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(0);
    }
  });

  it('are narrower, and counted apart, where anybody may have a file checked', async () => {
    const { api } = await buildApi({ settings: { rateLimitPerMinute: 40 } as never });
    const check = () => api.inject({ method: 'POST', url: '/verify' });
    const first = await check();
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '2' });
    expect(first.json()).toMatchObject({ errorCode: 'file_missing' });
    await check();
    expect((await check()).json()).toMatchObject({ code: 429, errorCode: 'rate_limit_exceeded' });
    const page = await api.inject({ url: '/verify' });
    expect([page.statusCode, page.headers['x-ratelimit-limit']]).toEqual([200, '40']);
  });

  it('count a token once, however its header is spelled', async () => {
    const listDocuments = async () => ({ items: [], nextOffset: null });
    const settings = { rateLimitPerMinute: 2 } as never;
    const { api, authorize } = await buildApi({ signing: { documents: { list: listDocuments } }, settings });
    const { authorization } = await authorize();
    const ask = async (header: string) =>
      (await api.inject({ url: '/v1/docs', headers: { authorization: header } })).statusCode;
    expect(await ask(authorization)).toBe(200);
    expect(await ask(authorization.replace('Bearer ', 'bearer   '))).toBe(200);
    expect(await ask(authorization.replace('Bearer', 'BEARER'))).toBe(429);
  });

  it('give made-up tokens no allowance of their own', async () => {
    const { api } = await buildApi({ settings: { rateLimitPerMinute: 1 } as never });
    const tryToken = (token: string) =>
      api.inject({ url: '/v1/docs', headers: { authorization: `Bearer ${token}` } });
    expect((await tryToken('one')).statusCode).toBe(401);
    expect((await tryToken('two')).statusCode).toBe(429);
  });
});

describe('answers', () => {
  it('carry a request id and the security headers', async () => {
    const { api } = await buildApi();
    const answer = await api.inject('/healthz');
    expect(answer.json()).toEqual({ status: 'ok' });
    expect(answer.headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
  });

  it('[4.4-49] [7-09] redirect to a signed file for ten minutes', async () => {
    const getSignedFile = async () => ({ blobId: 'sealed-1', fileName: 'a.pdf' });
    const { api, authorize } = await buildApi({ signing: { documents: { getSignedFile } } });
    const url = `/v1/docs/${BODY.fileId}/signed-file`;
    const answer = await api.inject({ url, headers: await authorize() });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toMatch(/^http:\/\/localhost:8080\/downloads\/[\w-]+\.[\w-]+$/);
  });

  it('are 400 for an id that is no UUID and 404 for the outbox where there is none', async () => {
    const { api, authorize } = await buildApi();
    const headers = await authorize();
    const wrongId = await api.inject({ url: '/v1/docs/7', headers });
    expect(wrongId.json()).toMatchObject({ code: 400, errorCode: 'invalid_request' });
    expect((await api.inject('/outbox')).statusCode).toBe(404);
    expect((await api.inject('/assets/../package.json')).statusCode).toBe(404);
  });

  it('say that the service is ready, and what to look at', async () => {
    const warning = { code: 'seal_certificate_expires', message: 'in 10 days' };
    const { api } = await buildApi({
      checkReadiness: async () => ({ status: 'ready', warnings: [warning] }),
    });
    const answer = await api.inject('/readyz');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: 'ready', warnings: [warning] });
  });

  it('say that the service is not ready, with Retry-After', async () => {
    const checkReadiness = () => Promise.reject(new Error('database gone'));
    const { api } = await buildApi({ checkReadiness });
    const answer = await api.inject('/readyz');
    expect(answer.json()).toMatchObject({ code: 503, errorCode: 'service_busy' });
    expect(answer.headers['retry-after']).toBe('5');
  });

  // While the service started, each look at its readiness was an error with a stack in the log.
  it('log that the service starts as information, and a check that failed as an error', async () => {
    const lines: string[] = [];
    const log = async (error: Error) => {
      const checkReadiness = () => Promise.reject(error);
      const { api } = await buildApi({ checkReadiness, logLines: (line) => lines.push(line) });
      await api.inject('/readyz');
      return lines
        .splice(0)
        .map((line) => JSON.parse(line))
        .filter(({ msg }) => msg !== 'answered');
    };
    const [info, error] = [30, 50];
    expect(await log(new SigningError('service_busy'))).toMatchObject([
      { level: info, errorCode: 'service_busy' },
    ]);
    expect(await log(new Error('disk gone'))).toMatchObject([
      { level: error, err: { message: 'disk gone' } },
    ]);
  });
});

const NOTHING_REMOVED: RemovalSummary = {
  repaired: false,
  encrypted: false,
  counts: {
    signatures: 0,
    signatureFields: 0,
    orphanWidgets: 0,
    listedFields: 0,
    activeContent: 0,
    hiddenLayers: 0,
    unprintedLayers: 0,
    hiddenAnnotations: 0,
    redrawnFields: 0,
    drawnAnnotations: 0,
    hiddenTextPages: 0,
  },
  removedCertification: false,
  removedRemains: false,
  signatures: [],
  signatureFields: [],
  activeContent: [],
  hiddenLayers: [],
  unprintedLayers: [],
  hiddenTextPages: [],
  conformance: null,
};

describe('uploads', () => {
  const boundary = 'xx';
  const part = (disposition: string, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  const filePart = part('name="file"; filename="a.pdf"', '%PDF-1.7');
  const languagePart = part('name="errorLanguage"', 'sv');

  async function upload(parts: string[], uploadFile: (size: number) => Promise<{ fileId: string }>) {
    const { api, authorize } = await buildApi({
      signing: {
        files: {
          async upload(_caller, { content }) {
            let size = 0;
            for await (const chunk of content) size += chunk.length;
            return { ...(await uploadFile(size)), removals: NOTHING_REMOVED, warnings: [] };
          },
        },
      },
    });
    const headers = { ...(await authorize()), 'content-type': `multipart/form-data; boundary=${boundary}` };
    const payload = `${parts.join('')}--${boundary}--\r\n`;
    return api.inject({ method: 'POST', url: '/v1/files', headers, payload });
  }

  it('[4.3-01] [2.1-01] take the file whatever the order of the parts, and warn of parts nobody asked for', async () => {
    const fileId = BODY.fileId;
    for (const parts of [
      [filePart, languagePart],
      [languagePart, filePart],
    ]) {
      const answer = await upload([...parts, part('name="colour"', 'red')], async (size) => {
        expect(size).toBe(8);
        return { fileId };
      });
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toEqual({ fileId, warnings: [{ code: 'unknown_member', path: 'colour' }] });
    }
  });

  it('[4-05] refuse in the language of a part that comes after the file', async () => {
    const refuse = () => Promise.reject(new SigningError('not_a_pdf'));
    const swedish = await upload([filePart, languagePart], refuse);
    const english = await upload([filePart], refuse);
    expect(swedish.json()).toMatchObject({ code: 400, errorCode: 'not_a_pdf' });
    expect(swedish.json().message).not.toBe(english.json().message);
  });

  it('read on when the product stops reading, so that the language is still found', async () => {
    const { api, authorize } = await buildApi({
      signing: {
        files: {
          async upload(_caller, { content }) {
            content.destroy();
            throw new SigningError('file_too_large', { megabytes: 50 });
          },
        },
      },
    });
    const headers = { ...(await authorize()), 'content-type': `multipart/form-data; boundary=${boundary}` };
    const large = part('name="file"; filename="a.pdf"', 'x'.repeat(3_000_000));
    const payload = `${large}${languagePart}--${boundary}--\r\n`;
    const answer = await api.inject({ method: 'POST', url: '/v1/files', headers, payload });
    expect(answer.json()).toMatchObject({ code: 400, errorCode: 'file_too_large' });
  });

  it('[4.3-02] name what is missing or malformed', async () => {
    const never = () => Promise.reject(new Error('not reached'));
    expect((await upload([languagePart], never)).json()).toMatchObject({ errorCode: 'file_missing' });
    const { api, authorize } = await buildApi();
    const headers = { ...(await authorize()), 'content-type': `multipart/form-data; boundary=${boundary}` };
    const unnamed = `${part('name="file"', 'x'.repeat(100_000))}--${boundary}--\r\n`;
    const noFile = await api.inject({ method: 'POST', url: '/v1/files', headers, payload: unnamed });
    expect(noFile.json()).toMatchObject({ code: 400, errorCode: 'file_missing' });
    const cut = await api.inject({ method: 'POST', url: '/v1/files', headers, payload: languagePart });
    expect(cut.json()).toMatchObject({ code: 400, errorCode: 'invalid_request' });
    const json = { method: 'POST', url: '/v1/files', headers: await authorize(), payload: {} } as const;
    expect((await api.inject(json)).json()).toMatchObject({ code: 400, errorCode: 'file_missing' });
  });
});

describe('/openapi.json', () => {
  it('[0-01] [9-01] describes every operation under /v1, uploads and errors included', async () => {
    const { api } = await buildApi();
    const answer = await api.inject('/openapi.json');
    const description = answer.json();
    expect(description.openapi).toBe('3.1.0');
    expect(description.info.version).toBe('1.2.0');
    expect(Object.keys(description.paths)).toEqual(
      expect.arrayContaining(['/v1/files', '/v1/docs', '/v1/docs/{documentId}', '/v1/auth/token']),
    );
    const upload = description.paths['/v1/files'].post;
    expect(upload.requestBody.content['multipart/form-data'].schema).toEqual({
      $ref: '#/components/schemas/UploadFileRequest',
    });
    const { schemas } = description.components;
    expect(schemas.UploadFileRequest.properties.file).toMatchObject({ format: 'binary' });
    expect(upload.responses['400'].description).toContain('password_required');
    expect(schemas.CreateDocumentRequest.properties).toHaveProperty('signeeDetails');
    expect(description.paths['/sign/{token}']).toBeUndefined();
  });
});
