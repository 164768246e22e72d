/** A test for each MUST that a standard has for authorization servers of this kind, named after it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../start-service.ts';
import { startOAuthService } from './start-oauth-service.ts';
import {
  authorizationAddress,
  basicOf,
  CALLBACK,
  createUserAgent,
  decide,
  errorOf,
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
    await openConsent(
      agent,
      `${authorizationAddress(client, { state: '' })}&nonce=x&prompt=none&display=popup`,
    );
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

  it('3.2: the client MUST use POST', async () => {
    expect((await fetch(`${baseUrl}/oauth/token?grant_type=refresh_token`)).status).toBe(404);
  });

  it('3.3: the server MUST say the scope that it gave if it is not the one asked for', async () => {
    expect(await obtainTokens(baseUrl, agent, client, { scope: 'write read' })).toMatchObject({
      scope: 'read write',
    });
  });

  it('4.1.2: a code MUST expire shortly and be bound to the client and the redirect URI', async () => {
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

  it('4.1.3: the server MUST authenticate confidential clients', async () => {
    const { form } = await obtainCode(agent, client);
    expect(await errorOf(exchange({ client_id: client.client_id }, form))).toBe('401 invalid_client');
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

  it('10.10: codes and tokens MUST NOT be guessable: 256 bits', async () => {
    const { code } = await obtainCode(agent, client);
    const tokens = await obtainTokens(baseUrl, agent, client);
    for (const secret of [code, tokens.access_token, tokens.refresh_token])
      expect(secret).toMatch(/^[\w-]{43}$/);
  });

  it('10.13: the server MUST prevent clickjacking of its pages', async () => {
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
    const { access_token } = await obtainTokens(baseUrl, agent, client);
    expect((await revoke(client, { token: access_token, token_type_hint: 'refresh_token' })).status).toBe(
      200,
    );
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
    await registerTestClient(baseUrl, { jwks_uri: 'https://example.com/keys', unheard_of: [1] });
  });

  it('3.2.1: the answer MUST have all registered metadata, and client_secret_expires_at with a secret', async () => {
    const client_uri = 'https://example.com/';
    const answer = await postJson(`${baseUrl}/oauth/register`, {
      client_name: 'x',
      redirect_uris: [CALLBACK],
      client_uri,
      token_endpoint_auth_method: 'client_secret_basic',
    });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(await answer.json()).toMatchObject({
      client_uri,
      redirect_uris: [CALLBACK],
      client_secret_expires_at: 0,
    });
  });

  it('3.2.2: errors are 400 with invalid_redirect_uri or invalid_client_metadata', async () => {
    const send = (metadata: object) => errorOf(postJson(`${baseUrl}/oauth/register`, metadata));
    expect(await send({ client_name: 'x', redirect_uris: ['http://x.example/'] })).toBe(
      '400 invalid_redirect_uri',
    );
    expect(await send({ redirect_uris: [CALLBACK] })).toBe('400 invalid_client_metadata');
  });

  it('5: the server MUST NOT give one id to two clients', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => registerTestClient(baseUrl)));
    expect(new Set(ids.map(({ client_id }) => client_id)).size).toBe(3);
  });
});

describe('RFC 7636', () => {
  it('4.3: the server MUST refuse a public client without a challenge, and another method than S256', async () => {
    for (const pkce of [{}, { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }]) {
      const location = locationOf(await agent.open(authorizationAddress(publicClient, pkce)));
      expect(location.searchParams.get('error')).toBe('invalid_request');
    }
  });

  it.each(['x'.repeat(42), 'x'.repeat(129), `${'x'.repeat(42)}!`])(
    '4.1: a verifier has 43 to 128 unreserved characters, unlike %s',
    async (code_verifier) => {
      const { form } = await obtainCode(agent, publicClient);
      expect((await exchange(publicClient, { ...form, code_verifier })).status).toBe(400);
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
  it('3.3: the issuer MUST be identical to the address from which the well-known one was made', async () => {
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

  it.each([
    ['', ''],
    ['/v1', '/v1'],
  ])(
    'RFC 9728 3.3: the resource MUST be identical to the address that %s was inserted for',
    async (path, resource) => {
      const answer = await fetch(`${baseUrl}/.well-known/oauth-protected-resource${path}`);
      expect(await answer.json()).toMatchObject({
        resource: `${baseUrl}${resource}`,
        authorization_servers: [baseUrl],
        scopes_supported: ['read', 'write'],
        bearer_methods_supported: ['header'],
      });
    },
  );

  it('RFC 9728: describes no other resource', async () => {
    expect((await fetch(`${baseUrl}/.well-known/oauth-protected-resource/other`)).status).toBe(404);
  });

  it('RFC 9728 5.1: a refused request says where the metadata are', async () => {
    const answer = await fetch(`${baseUrl}/v1/docs`, { headers: { authorization: 'Bearer x' } });
    const metadata = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/v1"`;
    expect(answer.headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", ${metadata}`);
  });
});

describe('RFC 9207', () => {
  it('2: iss MUST be in every answer, with codes and with errors', async () => {
    const allowed = await decide(agent, authorizationAddress(client));
    const denied = await decide(agent, authorizationAddress(client), 'deny');
    const refused = locationOf(await agent.open(authorizationAddress(client, { scope: 'x' })));
    const wrong = locationOf(await agent.open(authorizationAddress(client, { response_type: 'token' })));
    for (const { searchParams } of [allowed, denied, refused, wrong])
      expect(searchParams.get('iss')).toBe(baseUrl);
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
    const address = authorizationAddress(client, { scope: 'x' });
    expect(locationOf(await createUserAgent(baseUrl).open(address)).pathname).toBe('/sign-in');
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
