/** A test for each MUST that a standard has for authorization servers of this kind, named after it. */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestService } from '../start-service.ts';
import { startOAuthService } from './start-oauth-service.ts';
import {
  authorizationAddress,
  basicOf,
  CALLBACK,
  createUserAgent,
  decide,
  errorOf,
  isAccepted,
  locationOf,
  makeChallenge,
  obtainCode,
  obtainTokens,
  openConsent,
  postDecision,
  postJson,
  refresh,
  registerTestClient,
  sendForm,
  type TestClient,
  type UserAgent,
} from './user-agent.ts';

let service: TestService;
let baseUrl: string;
let agent: UserAgent;
let client: TestClient;
let publicClient: TestClient;

beforeAll(async () => {
  ({ service, baseUrl, agent, client, publicClient } = await startOAuthService());
});
afterAll(() => service.close());

const exchange = (from: TestClient, form: Readonly<Record<string, string>>) =>
  sendForm(`${baseUrl}/oauth/token`, from, form);
const register = (metadata: object) =>
  postJson(`${baseUrl}/oauth/register`, { client_name: 'x', redirect_uris: [CALLBACK], ...metadata });
const describeToken = (token: string) =>
  fetch(`${baseUrl}/v1/auth/token`, { headers: { authorization: `Bearer ${token}` } });
const sendRaw = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${baseUrl}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

describe('RFC 6749', () => {
  it('2.3.1: the server MUST support HTTP Basic, with form-encoded id and secret', async () => {
    const { form } = await obtainCode(agent, client);
    const encoded = basicOf(client.client_id.replaceAll('-', '%2D'), client.client_secret ?? '');
    const answer = await sendRaw('/oauth/token', String(new URLSearchParams(form)), {
      authorization: encoded,
    });
    expect(answer.status).toBe(200);
  });

  it('2.3: the client MUST NOT use more than one authentication method', async () => {
    const { form } = await obtainCode(agent, client);
    const { client_id, client_secret = '' } = client;
    const body = new URLSearchParams({ ...form, client_secret });
    const headers = { authorization: basicOf(client_id, client_secret) };
    expect(await errorOf(sendRaw('/oauth/token', String(body), headers))).toBe('400 invalid_request');
  });

  it('3.1: parameters without a value MUST be treated as omitted, unknown ones ignored', async () => {
    const empty = { state: '', resource: '', code_challenge: '', code_challenge_method: '' };
    const address = `${authorizationAddress(client, empty)}&nonce=x&prompt=none&display=popup`;
    const { searchParams } = await decide(agent, address);
    expect([...searchParams.keys()].sort()).toEqual(['code', 'iss']);
  });

  it.each([null, '', 'token', 'code token', 'id_token', 'CODE'])(
    '3.1.1: response_type %s MUST be an error',
    async (response_type) => {
      const { hash, searchParams } = locationOf(
        await agent.open(authorizationAddress(client, { response_type })),
      );
      const isMissing = response_type === null || response_type === '';
      const error = isMissing ? 'invalid_request' : 'unsupported_response_type';
      expect([hash, searchParams.get('error')]).toEqual(['', error]);
    },
  );

  it('3.1.2: a redirect address MUST be absolute, without a fragment; 3.1.2.2: and registered', async () => {
    for (const redirect_uris of [['/callback'], [`${CALLBACK}#here`], [], undefined])
      expect(await errorOf(register({ redirect_uris }))).toBe('400 invalid_redirect_uri');
  });

  it('3.1: parameters MUST NOT occur more than once', async () => {
    const twice = `${authorizationAddress(client)}&state=other`;
    expect(locationOf(await agent.open(twice)).searchParams.get('error')).toBe('invalid_request');
    const address = `${authorizationAddress(client)}&redirect_uri=${encodeURIComponent(CALLBACK)}`;
    expect((await agent.open(address)).status).toBe(400);
  });

  it('3.1.2: the endpoint URI MUST keep its query', async () => {
    const redirect_uri = `${CALLBACK}?tenant=1&x=a%20b`;
    const tenant = await registerTestClient(baseUrl, {
      token_endpoint_auth_method: 'client_secret_basic',
      redirect_uris: [redirect_uri],
    });
    const location = await decide(agent, authorizationAddress(tenant, { redirect_uri }));
    expect(Object.fromEntries(location.searchParams)).toMatchObject({ tenant: '1', x: 'a b' });
    const refused = locationOf(await agent.open(authorizationAddress(tenant, { redirect_uri, scope: 'x' })));
    expect(refused.searchParams.get('tenant')).toBe('1');
  });

  it('3.1.2.4: the server MUST NOT redirect to an address that is not valid', async () => {
    const answer = await agent.open(authorizationAddress(client, { redirect_uri: 'https://evil.example/' }));
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });

  it('3.2: parameters of the token endpoint MUST NOT occur more than once', async () => {
    const { form } = await obtainCode(agent, publicClient);
    const body = new URLSearchParams({ ...form, client_id: publicClient.client_id });
    for (const name of ['grant_type', 'code', 'client_id', 'redirect_uri']) {
      const twice = `${body}&${name}=${encodeURIComponent(body.get(name) ?? '')}`;
      expect(await errorOf(sendRaw('/oauth/token', twice))).toBe('400 invalid_request');
    }
    expect((await sendRaw('/oauth/token', String(body))).status).toBe(200);
  });

  it('3.2: parameters without a value MUST be treated as omitted, unknown ones ignored', async () => {
    const empty = { resource: '', scope: '', client_secret: '' };
    const open = await obtainCode(agent, publicClient);
    const answer = await exchange(publicClient, { ...open.form, ...empty, unheard_of: 'x' });
    expect(answer.status).toBe(200);
    const { form } = await obtainCode(agent, client);
    expect((await exchange(client, { ...form, ...empty, client_id: '' })).status).toBe(200);
    expect(await errorOf(exchange(client, { ...form, code: '' }))).toBe('400 invalid_request');
  });

  it('3.2: the client MUST use POST', async () => {
    expect((await fetch(`${baseUrl}/oauth/token?grant_type=refresh_token`)).status).toBe(404);
  });

  it('3.3: a request without a scope MUST fail as an invalid one if there is no default', async () => {
    for (const scope of [null, '', ' ']) {
      const { searchParams } = locationOf(await agent.open(authorizationAddress(client, { scope })));
      expect(searchParams.get('error')).toBe('invalid_scope');
    }
  });

  it('3.3: scopes are case-sensitive', async () => {
    const location = locationOf(await agent.open(authorizationAddress(client, { scope: 'READ' })));
    expect(location.searchParams.get('error')).toBe('invalid_scope');
  });

  it('3.3: the server MUST say the scope that it gave if it is not the one asked for', async () => {
    expect(await obtainTokens(baseUrl, agent, client, { scope: 'write read' })).toMatchObject({
      scope: 'read write',
    });
  });

  it('4.1.2 and 4.1.3: a code MUST be bound to the client and the redirect URI', async () => {
    const { form } = await obtainCode(agent, publicClient);
    const other = await registerTestClient(baseUrl);
    expect(await errorOf(exchange(other, form))).toBe('400 invalid_grant');
    const elsewhere = { ...form, redirect_uri: 'https://evil.example/' };
    expect(await errorOf(exchange(publicClient, elsewhere))).toBe('400 redirect_uri_mismatch');
  });

  it('4.1.2: the client MUST NOT use a code more than once; the server MUST deny it and SHOULD revoke', async () => {
    const { form } = await obtainCode(agent, publicClient);
    const tokens = await (await exchange(publicClient, form)).json();
    expect(await errorOf(exchange(publicClient, form))).toBe('400 invalid_grant');
    expect(await errorOf(refresh(baseUrl, publicClient, tokens.refresh_token))).toBe('400 invalid_grant');
  });

  it('4.1.2: state MUST be in the answer exactly as it came', async () => {
    const state = 'é%20+&=/?"<script>';
    const location = await decide(agent, authorizationAddress(client, { state }));
    expect(location.searchParams.get('state')).toBe(state);
  });

  it('2.2, 3.2.1 and 4.1.3: the server MUST authenticate confidential clients, never by client_id alone', async () => {
    const { form } = await obtainCode(agent, client);
    expect(await errorOf(exchange({ client_id: client.client_id }, form))).toBe('401 invalid_client');
    expect(await errorOf(exchange({ ...client, client_secret: 'x' }, form))).toBe('401 invalid_client');
    expect((await exchange(client, form)).status).toBe(200);
  });

  it('4.1.3: a client that does not authenticate MUST send its client_id', async () => {
    const { form } = await obtainCode(agent, publicClient);
    const body = String(new URLSearchParams(form));
    expect(await errorOf(sendRaw('/oauth/token', body))).toBe('400 invalid_request');
  });

  it('5.1: Cache-Control no-store and Pragma no-cache MUST be in answers with tokens', async () => {
    const { form } = await obtainCode(agent, client);
    const { headers } = await exchange(client, form);
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('5.2: an answer to wrong Basic credentials MUST be 401 with WWW-Authenticate of that scheme', async () => {
    const answer = await exchange(
      { ...client, client_secret: 'x' },
      { grant_type: 'refresh_token', refresh_token: 'x' },
    );
    expect([answer.status, answer.headers.get('www-authenticate')?.split(' ')[0]]).toEqual([401, 'Basic']);
  });

  it.each(['Bearer x', 'Basic', 'Basic %%%', 'Basic bm90aGluZw==', 'Basic bmFtZTo='])(
    '5.2: an unsupported method of authentication or half credentials (%s) are 401 invalid_client',
    async (authorization) => {
      const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' });
      const init = { method: 'POST', body: form, headers: { authorization } };
      const answer = await fetch(`${baseUrl}/oauth/token`, init);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
      expect([answer.status, (await answer.json()).error]).toEqual([401, 'invalid_client']);
    },
  );

  it('5.2: error_description MUST NOT have characters outside %x20-21 / %x23-5B / %x5D-7E', async () => {
    for (const form of [{}, { grant_type: 'x' }, { grant_type: 'refresh_token', refresh_token: 'é"\\' }]) {
      const { error_description } = await (
        await exchange(publicClient, form as Record<string, string>)
      ).json();
      expect(error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    }
  });

  it('6: a refresh token MUST be bound to its client, and never gives more scope than was given', async () => {
    const { refresh_token } = await obtainTokens(baseUrl, agent, publicClient, { scope: 'read' });
    const other = await registerTestClient(baseUrl);
    expect(await errorOf(refresh(baseUrl, other, refresh_token))).toBe('400 invalid_grant');
    const wider = refresh(baseUrl, publicClient, refresh_token, { scope: 'read write' });
    expect(await errorOf(wider)).toBe('400 invalid_scope');
    expect((await refresh(baseUrl, publicClient, refresh_token)).status).toBe(200);
  });

  it('6: the server MUST authenticate confidential clients', async () => {
    const { refresh_token } = await obtainTokens(baseUrl, agent, client);
    for (const wrong of [{ client_id: client.client_id }, { ...client, client_secret: 'x' }])
      expect(await errorOf(refresh(baseUrl, wrong, refresh_token))).toBe('401 invalid_client');
    expect((await refresh(baseUrl, client, refresh_token)).status).toBe(200);
  });

  it('6: a new refresh token MUST have the scope of the old one, though less was asked for', async () => {
    const { refresh_token } = await obtainTokens(baseUrl, agent, publicClient);
    const narrow = await (await refresh(baseUrl, publicClient, refresh_token, { scope: 'read' })).json();
    expect(narrow).toMatchObject({ scope: 'read' });
    expect(await (await describeToken(narrow.access_token)).json()).toMatchObject({ scope: 'read' });
    const wide = await refresh(baseUrl, publicClient, narrow.refresh_token);
    expect(await wide.json()).toMatchObject({ scope: 'read write' });
  });

  it('[5-02] [5-08] [5-09] 7: the API MUST check that a token is valid and that its scope covers the request', async () => {
    const reading = await obtainTokens(baseUrl, agent, client, { scope: 'read' });
    const writing = await obtainTokens(baseUrl, agent, client, { scope: 'write' });
    const operations = await listOperations();
    expect(operations.length).toBeGreaterThan(50);
    for (const { method, path, scope } of operations) {
      const send = async (headers: Record<string, string>) => {
        const answer = await fetch(`${baseUrl}${path}`, { method, headers });
        const { errorCode } = await answer.json();
        return [method, path, answer.status, errorCode];
      };
      const narrow = scope === 'read' ? writing : reading;
      expect(await send({})).toEqual([method, path, 401, 'token_missing']);
      expect(await send({ authorization: 'Bearer x' })).toEqual([method, path, 401, 'token_invalid']);
      const authorization = `Bearer ${narrow.access_token}`;
      expect(await send({ authorization })).toEqual([method, path, 403, 'scope_missing']);
    }
  });

  describe('an hour later', () => {
    afterEach(() => void vi.useRealTimers());

    it('[5-06] 7: the API MUST check that a token has not expired', async () => {
      const issuedAt = Date.now();
      const { access_token } = await obtainTokens(baseUrl, agent, client);
      vi.useFakeTimers({ toFake: ['Date'], now: issuedAt + 3_590_000 });
      expect(await isAccepted(baseUrl, access_token)).toBe(true);
      vi.setSystemTime(issuedAt + 3_900_000);
      expect((await describeToken(access_token)).status).toBe(401);
    });
  });

  it('10.2: a request MUST NOT be granted without the user because an earlier one was', async () => {
    const program = await registerTestClient(baseUrl, { token_endpoint_auth_method: 'client_secret_basic' });
    await obtainTokens(baseUrl, agent, program);
    await openConsent(agent, `${authorizationAddress(program)}&prompt=none`);
  });

  it('10.10: codes and tokens MUST NOT be guessable: 256 bits', async () => {
    const { code } = await obtainCode(agent, client);
    const tokens = await obtainTokens(baseUrl, agent, client);
    for (const secret of [code, tokens.access_token, tokens.refresh_token])
      expect(secret).toMatch(/^[\w-]{43}$/);
  });

  it('10.14: received values MUST be sanitized: no page shows them as markup', async () => {
    const markup = '"><script>alert(1)</script>';
    for (const name of ['redirect_uri', 'client_id', 'response_type']) {
      const address = authorizationAddress(client, { redirect_uri: null, state: markup, [name]: markup });
      const answer = await agent.open(address);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
      expect(await answer.text()).not.toContain('<script>alert');
    }
  });

  it('10.13 and RFC 9700 4.16: the server MUST prevent clickjacking of its pages', async () => {
    const uid = await openConsent(agent, authorizationAddress(client));
    for (const path of [`/consent/${uid}`, authorizationAddress(client, { client_id: 'x' }), '/sign-in']) {
      const { headers } = await agent.open(path);
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
  });
});

describe('RFC 7009', () => {
  const revoke = (from: TestClient, form: Record<string, string>) =>
    sendForm(`${baseUrl}/oauth/revoke`, from, form);

  it('2: the server MUST support revocation of refresh tokens', async () => {
    const { refresh_token } = await obtainTokens(baseUrl, agent, client);
    expect((await revoke(client, { token: refresh_token })).status).toBe(200);
    expect(await errorOf(refresh(baseUrl, client, refresh_token))).toBe('400 invalid_grant');
  });

  it('2.1: the server MUST find a token whatever the hint says', async () => {
    const { access_token, refresh_token } = await obtainTokens(baseUrl, agent, client);
    const wrongly = await revoke(client, { token: access_token, token_type_hint: 'refresh_token' });
    expect([wrongly.status, await isAccepted(baseUrl, access_token)]).toEqual([200, false]);
    const again = await revoke(client, { token: refresh_token, token_type_hint: 'access_token' });
    expect(again.status).toBe(200);
    expect(await errorOf(refresh(baseUrl, client, refresh_token))).toBe('400 invalid_grant');
  });

  it('2.1: a token is in the body of a POST request, and a GET request ends nothing', async () => {
    const { access_token } = await obtainTokens(baseUrl, agent, client);
    const query = new URLSearchParams({ token: access_token });
    expect((await fetch(`${baseUrl}/oauth/revoke?${query}`)).status).toBe(404);
    const inQuery = sendForm(`${baseUrl}/oauth/revoke?${query}`, client, {});
    expect(await errorOf(inQuery)).toBe('400 invalid_request');
    expect(await isAccepted(baseUrl, access_token)).toBe(true);
  });

  it('2.1: the server MUST verify credentials and that the token is of the client', async () => {
    const tokens = await obtainTokens(baseUrl, agent, publicClient);
    expect(await errorOf(revoke({ ...client, client_secret: 'x' }, { token: 'x' }))).toBe(
      '401 invalid_client',
    );
    expect((await revoke(client, { token: tokens.refresh_token })).status).toBe(400);
    expect((await refresh(baseUrl, publicClient, tokens.refresh_token)).status).toBe(200);
  });
});

describe('RFC 7591', () => {
  it('2: the server MUST ignore metadata that it does not understand', async () => {
    const unknown = { jwks_uri: 'https://example.com/keys', software_statement: 'x', unheard_of: [1] };
    const answer = await register({ ...unknown, 'client_name#sv': 'Arkiv' });
    const { warnings, ...registered } = await answer.json();
    expect(answer.status).toBe(201);
    for (const name of [...Object.keys(unknown), 'client_name#sv']) {
      expect(registered).not.toHaveProperty([name]);
      expect(warnings).toContainEqual({ code: 'unknown_member', path: name });
    }
  });

  it.each(['client_uri', 'logo_uri', 'tos_uri', 'policy_uri'])(
    '2: %s MUST be the address of a web page',
    async (name) => {
      for (const address of ['javascript:alert(1)', 'data:text/html,x', '/about'])
        expect(await errorOf(register({ [name]: address }))).toBe('400 invalid_client_metadata');
    },
  );

  it('3.2.1: the answer MUST have all registered metadata, and client_secret_expires_at with a secret', async () => {
    const metadata = {
      client_name: 'x',
      redirect_uris: [CALLBACK, `${CALLBACK}?x=1`],
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      client_uri: 'https://example.com/',
      logo_uri: 'https://example.com/logo.png',
      tos_uri: 'https://example.com/terms',
      policy_uri: 'https://example.com/policy',
      scope: 'read',
      contacts: ['anna@example.com'],
    };
    const answer = await register(metadata);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(await answer.json()).toEqual({
      ...metadata,
      client_id: expect.any(String),
      client_id_issued_at: expect.any(Number),
      client_secret: expect.any(String),
      client_secret_expires_at: 0,
    });
  });

  it('3.2.2: errors are 400 with invalid_redirect_uri or invalid_client_metadata', async () => {
    const wrong = { redirect_uris: ['http://x.example/'] };
    expect(await errorOf(register(wrong))).toBe('400 invalid_redirect_uri');
    expect(await errorOf(register({ client_name: undefined }))).toBe('400 invalid_client_metadata');
  });

  it('3.2.1: ids and secrets MUST be unique for each client', async () => {
    const method = { token_endpoint_auth_method: 'client_secret_basic' };
    const made = await Promise.all([1, 2, 3].map(() => registerTestClient(baseUrl, method)));
    expect(new Set(made.map(({ client_id }) => client_id)).size).toBe(3);
    expect(new Set(made.map(({ client_secret }) => client_secret)).size).toBe(3);
  });

  it('5: metadata MUST be treated as self-asserted: the consent names the host that gets the code', async () => {
    const claims = { client_name: 'Countersign', client_uri: baseUrl, logo_uri: `${baseUrl}/logo.png` };
    const pretender = await registerTestClient(baseUrl, {
      ...{ ...claims, redirect_uris: ['https://evil.example/'] },
      token_endpoint_auth_method: 'client_secret_basic',
    });
    const address = authorizationAddress(pretender, { redirect_uri: 'https://evil.example/' });
    const consent = await (
      await agent.page('GET', `/oauth/consents/${await openConsent(agent, address)}`)
    ).json();
    expect(consent).toMatchObject({ clientName: 'Countersign', redirectHost: 'evil.example' });
    expect(JSON.stringify(consent)).not.toContain('logo.png');
  });
});

describe('RFC 7636', () => {
  const refuseChallenge = async (from: TestClient, pkce: Readonly<Record<string, string>>) => {
    const { searchParams } = locationOf(await agent.open(authorizationAddress(from, pkce)));
    expect(searchParams.get('error')).toBe('invalid_request');
  };

  it('4.4.1: the server MUST refuse a public client without a challenge', async () => {
    await refuseChallenge(publicClient, {});
  });

  it('4.4.1: the server MUST refuse another method than S256, from confidential clients too', async () => {
    const { challenge: code_challenge } = makeChallenge();
    for (const from of [client, publicClient]) {
      await refuseChallenge(from, { code_challenge, code_challenge_method: 'plain' });
      await refuseChallenge(from, { code_challenge, code_challenge_method: 's256' });
      // 4.3: the default of the method is plain.
      await refuseChallenge(from, { code_challenge });
    }
  });

  const MALFORMED = ['x'.repeat(42), 'x'.repeat(129), `${'x'.repeat(42)}!`];

  it.each(MALFORMED)(
    '4.2: a challenge has 43 to 128 unreserved characters, unlike %s',
    async (code_challenge) => {
      await refuseChallenge(publicClient, { code_challenge, code_challenge_method: 'S256' });
    },
  );

  it.each(MALFORMED)(
    '4.1: a verifier has 43 to 128 unreserved characters, unlike %s, though its challenge matches',
    async (code_verifier) => {
      const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
      const { form } = await obtainCode(agent, publicClient, { code_challenge });
      const answer = exchange(publicClient, { ...form, code_verifier });
      expect(await errorOf(answer)).toBe('400 invalid_request');
    },
  );

  it('4.6: the server MUST refuse a verifier that does not match, with invalid_grant', async () => {
    const { form } = await obtainCode(agent, publicClient);
    const { verifier } = makeChallenge();
    expect(await errorOf(exchange(publicClient, { ...form, code_verifier: verifier }))).toBe(
      '400 invalid_grant',
    );
  });
});

describe('RFC 8414 and RFC 9728', () => {
  it('RFC 8414 3.2 and 3.3: the issuer MUST be identical to the address from which the well-known one was made', async () => {
    const answer = await fetch(`${baseUrl}/.well-known/oauth-authorization-server`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    const metadata = await answer.json();
    expect(metadata).toEqual({
      issuer: baseUrl,
      authorization_endpoint: `${baseUrl}/oauth`,
      token_endpoint: `${baseUrl}/oauth/token`,
      revocation_endpoint: `${baseUrl}/oauth/revoke`,
      registration_endpoint: `${baseUrl}/oauth/register`,
      scopes_supported: ['read', 'write'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
      revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      ui_locales_supported: ['en', 'sv', 'es'],
    });
  });

  it('RFC 8414 3.3: another issuer MUST NOT be described', async () => {
    for (const path of ['/other', '/v1'])
      expect((await fetch(`${baseUrl}/.well-known/oauth-authorization-server${path}`)).status).toBe(404);
  });

  it.each([
    ['', ''],
    ['/v1', '/v1'],
  ])(
    'RFC 9728 3.2 and 3.3: the resource MUST be identical to the address that %s was inserted for',
    async (path, resource) => {
      const answer = await fetch(`${baseUrl}/.well-known/oauth-protected-resource${path}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'application/json; charset=utf-8',
      ]);
      expect(await answer.json()).toEqual({
        resource: `${baseUrl}${resource}`,
        authorization_servers: [baseUrl],
        scopes_supported: ['read', 'write'],
        bearer_methods_supported: ['header'],
        resource_name: 'Countersign',
      });
    },
  );

  it('RFC 9728: describes no other resource', async () => {
    expect((await fetch(`${baseUrl}/.well-known/oauth-protected-resource/other`)).status).toBe(404);
  });

  it('RFC 9728 5.1: a refused request says where the metadata are', async () => {
    const { access_token } = await obtainTokens(baseUrl, agent, client, { scope: 'write' });
    const metadata = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/v1"`;
    const challengeOf = async (headers: Record<string, string>) =>
      (await fetch(`${baseUrl}/v1/docs`, { headers })).headers.get('www-authenticate');
    expect(await challengeOf({})).toBe(`Bearer ${metadata}`);
    expect(await challengeOf({ authorization: 'Bearer x' })).toBe(
      `Bearer error="invalid_token", ${metadata}`,
    );
    expect(await challengeOf({ authorization: `Bearer ${access_token}` })).toBe(
      `Bearer error="insufficient_scope", scope="read", ${metadata}`,
    );
  });
});

describe('RFC 8707', () => {
  const refused = () => ['/v1', 'v1', `${baseUrl}/v1#here`, `${baseUrl}/v1#`, `${baseUrl}@evil.example/`];

  it('2: resource MUST be an absolute address without fragment; another service is invalid_target', async () => {
    const { form } = await obtainCode(agent, publicClient);
    for (const resource of refused()) {
      const location = locationOf(await agent.open(authorizationAddress(client, { resource })));
      expect([resource, location.searchParams.get('error')]).toEqual([resource, 'invalid_target']);
      expect(await errorOf(exchange(publicClient, { ...form, resource }))).toBe('400 invalid_target');
    }
    expect((await exchange(publicClient, { ...form, resource: baseUrl })).status).toBe(200);
  });

  it('2: several addresses may be named, of which none may be of another service', async () => {
    const address = authorizationAddress(client, { resource: baseUrl });
    await openConsent(agent, `${address}&resource=${encodeURIComponent(`${baseUrl}/v1`)}`);
    const foreign = `${address}&resource=${encodeURIComponent('https://elsewhere.example/')}`;
    expect(locationOf(await agent.open(foreign)).searchParams.get('error')).toBe('invalid_target');
  });
});

describe('RFC 9207', () => {
  it('2: iss MUST be in every answer, with codes and with errors', async () => {
    const allowed = await decide(agent, authorizationAddress(client));
    const denied = await decide(agent, authorizationAddress(client), 'deny');
    const refused = locationOf(await agent.open(authorizationAddress(client, { scope: 'x' })));
    const wrong = locationOf(await agent.open(authorizationAddress(client, { response_type: 'token' })));
    const twice = locationOf(await agent.open(`${authorizationAddress(client)}&state=other`));
    const { issuer } = await (await fetch(`${baseUrl}/.well-known/oauth-authorization-server`)).json();
    for (const { searchParams } of [allowed, denied, refused, wrong, twice])
      expect(searchParams.getAll('iss')).toEqual([issuer]);
  });
});

describe('RFC 9700', () => {
  it('2.1: redirect URIs MUST be compared exactly', async () => {
    for (const redirect_uri of [
      `${CALLBACK}/..`,
      `${CALLBACK}?`,
      `${CALLBACK}%2F`,
      'https://app.example.com:443/callback',
    ]) {
      expect((await agent.open(authorizationAddress(client, { redirect_uri }))).status).toBe(400);
    }
  });

  it('2.1: the server MUST NOT be an open redirector: clients register and users sign in first (4.11.2)', async () => {
    for (const name of ['scope', 'response_type']) {
      const address = authorizationAddress(client, { [name]: 'x', prompt: 'none' });
      expect(locationOf(await createUserAgent(baseUrl).open(address)).pathname).toBe('/sign-in');
    }
  });

  it('2.1.1: the server MUST bind codes to the challenge', async () => {
    const [one, two] = [await obtainCode(agent, publicClient), await obtainCode(agent, publicClient)];
    const mixed = { ...one.form, code_verifier: two.form.code_verifier ?? '' };
    expect(await errorOf(exchange(publicClient, mixed))).toBe('400 invalid_grant');
  });

  it('2.1.2: the implicit grant SHOULD NOT, 2.4: the password grant MUST NOT be used', async () => {
    const location = locationOf(await agent.open(authorizationAddress(client, { response_type: 'token' })));
    expect(location.searchParams.get('error')).toBe('unsupported_response_type');
    const form = { grant_type: 'password', username: 'x', password: 'y' };
    expect(await errorOf(exchange(client, form))).toBe('400 unsupported_grant_type');
  });

  it('2.2.2: refresh tokens of public clients MUST be rotated', async () => {
    const { refresh_token } = await obtainTokens(baseUrl, agent, publicClient);
    const next = await (await refresh(baseUrl, publicClient, refresh_token)).json();
    expect(next.refresh_token).not.toBe(refresh_token);
  });

  it('2.6: CORS MUST NOT be supported at the authorization endpoint', async () => {
    const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'GET' };
    for (const method of ['GET', 'OPTIONS']) {
      const init = { method, headers, redirect: 'manual' } as const;
      const answer = await fetch(`${baseUrl}${authorizationAddress(client)}`, init);
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  it('2.6: codes MUST NOT be sent over unencrypted connections', async () => {
    for (const redirect_uri of ['http://app.example.com/', 'http://127.0.0.1/', 'app.example:/callback'])
      expect(await errorOf(register({ redirect_uris: [redirect_uri] }))).toBe('400 invalid_redirect_uri');
  });

  it('4.3.2: access tokens in the query or the body of a request are not taken', async () => {
    const { access_token } = await obtainTokens(baseUrl, agent, client);
    const query = new URLSearchParams({ access_token });
    expect((await fetch(`${baseUrl}/v1/auth/token?${query}`)).status).toBe(401);
    expect((await sendRaw('/v1/webhooks', String(query))).status).toBe(401);
  });

  it('4.12: the server MUST NOT redirect with 307', async () => {
    const uid = await openConsent(agent, authorizationAddress(client));
    const { redirectTo } = await (await postDecision(agent, uid, 'deny')).json();
    expect((await agent.open(redirectTo)).status).toBe(302);
  });

  it('4.2.4: the address with a code is not sent on as a referrer', async () => {
    const uid = await openConsent(agent, authorizationAddress(client));
    expect((await agent.open(`/consent/${uid}`)).headers.get('referrer-policy')).toBe('no-referrer');
  });
});

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly scope: 'read' | 'write';
}

/** Operations whose scope does not follow from their method. */
const UNUSUAL_SCOPES: Readonly<Record<string, Operation['scope']>> = {
  'GET /v1/docs/{documentId}/recipient-links': 'write',
  'POST /v1/files/verify': 'read',
};

/** The operations that need a scope. */
async function listOperations(): Promise<readonly Operation[]> {
  const { paths } = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { security: readonly object[] }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security.some((way) => 'bearer' in way))
      .filter(() => path !== '/v1/auth/token')
      .map(([name]) => {
        const method = name.toUpperCase();
        const scope = UNUSUAL_SCOPES[`${method} ${path}`] ?? (method === 'GET' ? 'read' : 'write');
        return { method, path: path.replaceAll(/\{\w+\}/g, () => randomUUID()), scope };
      }),
  );
}
