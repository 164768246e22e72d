import { afterEach, describe, expect, it, vi } from 'vitest';
import { useOAuthService } from './use-oauth-service.ts';
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
  sendForm,
  type TestClient,
} from './user-agent.ts';

const oauth = useOAuthService({});

describe('GET {auth_url}/oauth', () => {
  it('[4.1-01] [0-02] leads a signed-in user to the consent page, which names client, scopes and redirect host', async () => {
    const uid = await openConsent(oauth.agent, authorizationAddress(oauth.client, { scope: 'read' }));
    const page = await oauth.agent.open(`/consent/${uid}`);
    expect(page.status).toBe(200);
    const answer = await oauth.agent.page('GET', `/oauth/consents/${uid}`);
    expect(await answer.json()).toMatchObject({
      clientId: oauth.client.client_id,
      clientName: 'Contract archive',
      redirectHost: 'app.example.com',
      scopes: ['read'],
      account: { name: expect.any(String) },
    });
  });

  it('sends a browser without a session to sign in, and from there back', async () => {
    const location = locationOf(
      await createUserAgent(oauth.baseUrl).open(authorizationAddress(oauth.client)),
    );
    expect(location.pathname).toBe('/sign-in');
    expect(location.searchParams.get('next')).toBe(authorizationAddress(oauth.client));
  });

  it.each([
    ['[4.1-02]', { client_id: null }],
    ['[4.1-02]', { client_id: 'unknown' }],
    ['[4.1-03]', { redirect_uri: null }],
    ['[4.1-04]', { redirect_uri: `${CALLBACK}/` }],
    ['[4.1-04]', { redirect_uri: `${CALLBACK}?x=1` }],
    ['[4.1-04]', { redirect_uri: CALLBACK.toUpperCase() }],
    ['[4.1-04]', { redirect_uri: 'https://app.example.com/other' }],
  ])('%s shows a page of our own for %o, signed in or not', async (_, changes) => {
    for (const browser of [oauth.agent, createUserAgent(oauth.baseUrl)]) {
      const answer = await browser.open(authorizationAddress(oauth.client, changes));
      expect(answer.status).toBe(400);
      expect(answer.headers.get('location')).toBeNull();
      expect(answer.headers.get('content-type')).toContain('text/html');
    }
  });

  it.each([
    ['[4.1-05]', { response_type: null }, 'invalid_request'],
    ['[4.1-05]', { response_type: 'token' }, 'unsupported_response_type'],
    ['[4.1-06]', { scope: null }, 'invalid_scope'],
    ['[4.1-06]', { scope: 'read admin' }, 'invalid_scope'],
    ['[4.1-06]', { scope: 'openid' }, 'invalid_scope'],
    ['', { resource: 'https://elsewhere.example' }, 'invalid_target'],
  ])('%s refuses %o by redirect, after sign-in', async (_, changes, error) => {
    const location = locationOf(await oauth.agent.open(authorizationAddress(oauth.client, changes)));
    expect(location.href.startsWith(`${CALLBACK}?`)).toBe(true);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      error,
      state: 'state-1',
      iss: oauth.baseUrl,
    });
    expect(location.searchParams.get('error_description')).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    const signedOut = locationOf(
      await createUserAgent(oauth.baseUrl).open(authorizationAddress(oauth.client, changes)),
    );
    expect(signedOut.pathname).toBe('/sign-in');
  });

  it.each(['read', 'write', 'read write', 'write read'])('[4.1-06] takes the scope %s', async (scope) => {
    const uid = await openConsent(oauth.agent, authorizationAddress(oauth.client, { scope }));
    const { scopes } = await (await oauth.agent.page('GET', `/oauth/consents/${uid}`)).json();
    expect(scopes).toEqual(scope.split(' ').sort());
  });

  it('[5-10] takes the scopes from the older parameter too', async () => {
    const address = authorizationAddress(oauth.client, { scope: null, scopes: 'read' });
    const answer = await oauth.agent.page(
      'GET',
      `/oauth/consents/${await openConsent(oauth.agent, address)}`,
    );
    expect(await answer.json()).toMatchObject({ scopes: ['read'] });
    const { form } = await obtainCode(oauth.agent, oauth.client);
    const tokens = await oauth.exchange(oauth.client, { ...form, scopes: 'read' });
    expect(await tokens.json()).toMatchObject({ scope: 'read' });
  });

  it('[4.1-07] works without state, which is then not in the answer', async () => {
    const location = await decide(oauth.agent, authorizationAddress(oauth.client, { state: null }));
    expect([...location.searchParams.keys()].sort()).toEqual(['code', 'iss']);
  });

  it('[4.1-08] shows its errors in the language of errorLanguage', async () => {
    const answer = await oauth.agent.open(
      authorizationAddress(oauth.client, { client_id: 'unknown', errorLanguage: 'sv' }),
    );
    expect(await answer.text()).toContain('Klienten är okänd');
  });

  it('[4.1-09] [5-03] sends the browser to the client with code and state by 302', async () => {
    const { challenge } = makeChallenge();
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    const uid = await openConsent(
      oauth.agent,
      authorizationAddress(oauth.client, { ...pkce, state: 'a b&c=é' }),
    );
    const answer = await postDecision(oauth.agent, uid);
    const { redirectTo } = (await answer.json()) as { redirectTo: string };
    const callback = await oauth.agent.open(redirectTo);
    expect(callback.status).toBe(302);
    const location = locationOf(callback);
    expect(location.href.startsWith(`${CALLBACK}?`)).toBe(true);
    expect(location.searchParams.get('state')).toBe('a b&c=é');
    expect(location.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });

  it('[5-19] sends access_denied when the user denies', async () => {
    const location = await decide(oauth.agent, authorizationAddress(oauth.client), 'deny');
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'state-1',
      iss: oauth.baseUrl,
    });
  });

  it('answers at /v1/oauth too', async () => {
    expect(locationOf(await oauth.agent.open(`/v1${authorizationAddress(oauth.client)}`)).pathname).toMatch(
      /^\/consent\//,
    );
  });
});

describe('POST /oauth/token with a code', () => {
  it('[1-14] [4.2-01] [4.2-02] [4.2-12] [4.2-14] [4.2-15] [4.2-16] [4.2-17] [4.2-18] gives a confidential client tokens', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.client);
    const answer = await oauth.exchange(oauth.client, form);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const tokens = await answer.json();
    expect(tokens).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.any(String),
      scope: 'read write',
    });
    expect(await isAccepted(oauth.baseUrl, tokens.access_token)).toBe(true);
    expect(await isAccepted(oauth.baseUrl, tokens.refresh_token)).toBe(false);
  });

  it('[4.2-07] [5-14] gives a public client tokens by client_id and code_verifier', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.publicClient);
    expect((await oauth.exchange(oauth.publicClient, form)).status).toBe(200);
  });

  it('answers at /v1/oauth/token alike', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.publicClient);
    expect((await sendForm(`${oauth.baseUrl}/v1/oauth/token`, oauth.publicClient, form)).status).toBe(200);
  });

  it('[5-08] gives a token with the scope read no more than reading', async () => {
    const { access_token, scope } = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client, {
      scope: 'read',
    });
    expect(scope).toBe('read');
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
    expect((await fetch(`${oauth.baseUrl}/v1/docs`, { headers })).status).toBe(200);
    const write = await fetch(`${oauth.baseUrl}/v1/docs`, { method: 'POST', headers, body: '{}' });
    expect(write.status).toBe(403);
    expect(write.headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="write"');
  });

  it.each([
    ['[4.2-03]', { grant_type: '' }, '400 invalid_request'],
    ['[4.2-03]', { grant_type: 'password' }, '400 unsupported_grant_type'],
    ['[4.2-03]', { grant_type: 'client_credentials' }, '400 unsupported_grant_type'],
    ['[4.2-04]', { code: '' }, '400 invalid_request'],
    ['[4.2-05]', { redirect_uri: '' }, '400 invalid_request'],
    ['[4.2-08]', { code_verifier: '' }, '400 invalid_request'],
    ['[4.2-20]', { resource: 'https://elsewhere.example' }, '400 invalid_target'],
    ['[4.2-09] [5-18]', { scope: 'admin' }, '400 invalid_scope'],
    ['[5-13] [5-12]', { code_verifier: 'x'.repeat(43) }, '400 invalid_grant'],
    ['[5-15]', { code: 'unknown' }, '400 invalid_grant'],
    ['[5-17]', { redirect_uri: `${CALLBACK}/` }, '400 redirect_uri_mismatch'],
  ])('%s refuses %o with %s, and the code stays unused', async (_, changes, expected) => {
    const { form } = await obtainCode(oauth.agent, oauth.publicClient);
    expect(await errorOf(oauth.exchange(oauth.publicClient, { ...form, ...changes }))).toBe(expected);
    expect((await oauth.exchange(oauth.publicClient, form)).status).toBe(200);
  });

  it('[5-12] asks public clients for a code challenge of S256', async () => {
    const { challenge } = makeChallenge();
    const refused: Record<string, string>[] = [
      {},
      { code_challenge: challenge, code_challenge_method: 'plain' },
      { code_challenge: challenge },
    ];
    for (const pkce of refused) {
      const location = locationOf(await oauth.agent.open(authorizationAddress(oauth.publicClient, pkce)));
      expect(location.searchParams.get('error')).toBe('invalid_request');
    }
  });

  it('[4.2-10] [4.2-09] gives what was consented to by default, less if asked for, and never more', async () => {
    const wide = await obtainCode(oauth.agent, oauth.client);
    expect(await (await oauth.exchange(oauth.client, { ...wide.form, scope: 'read' })).json()).toMatchObject({
      scope: 'read',
    });
    const narrow = await obtainCode(oauth.agent, oauth.client, { scope: 'read' });
    expect(await errorOf(oauth.exchange(oauth.client, { ...narrow.form, scope: 'read write' }))).toBe(
      '400 invalid_scope',
    );
    expect(await (await oauth.exchange(oauth.client, narrow.form)).json()).toMatchObject({ scope: 'read' });
  });

  it('[5-05] [5-15] refuses a second use and ends what the first one gave', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.client);
    const tokens = await (await oauth.exchange(oauth.client, form)).json();
    expect(await errorOf(oauth.exchange(oauth.client, form))).toBe('400 invalid_grant');
    expect(await isAccepted(oauth.baseUrl, tokens.access_token)).toBe(false);
    expect(await errorOf(refresh(oauth.baseUrl, oauth.client, tokens.refresh_token))).toBe(
      '400 invalid_grant',
    );
  });

  describe('later', () => {
    afterEach(() => void vi.useRealTimers());

    it('[5-04] [5-15] refuses a code that is older than 10 minutes', async () => {
      const issuedAt = Date.now();
      const codes = [
        await obtainCode(oauth.agent, oauth.client),
        await obtainCode(oauth.agent, oauth.client),
      ] as const;
      vi.useFakeTimers({ toFake: ['Date'], now: issuedAt + 590_000 });
      expect((await oauth.exchange(oauth.client, codes[0].form)).status).toBe(200);
      vi.setSystemTime(issuedAt + 660_000);
      expect(await errorOf(oauth.exchange(oauth.client, codes[1].form))).toBe('400 invalid_grant');
    });

    it('[5-07] [5-15] refuses a refresh token that is older than 60 days', async () => {
      const issuedAt = Date.now();
      const { refresh_token } = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client);
      vi.useFakeTimers({ toFake: ['Date'], now: issuedAt + 59 * 24 * 3_600_000 });
      const { refresh_token: next } = await (
        await refresh(oauth.baseUrl, oauth.client, refresh_token)
      ).json();
      vi.setSystemTime(issuedAt + 120 * 24 * 3_600_000);
      expect(await errorOf(refresh(oauth.baseUrl, oauth.client, next))).toBe('400 invalid_grant');
    });
  });

  it('[4.2-13] refuses credentials in the body, alone and beside Basic', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.client);
    const { client_id, client_secret = '' } = oauth.client;
    const send = (body: Record<string, string>, headers = {}) =>
      fetch(`${oauth.baseUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(body), headers });
    const authorization = basicOf(client_id, client_secret);
    expect(await errorOf(send({ ...form, client_id, client_secret }))).toBe('401 invalid_client');
    expect(await errorOf(send({ ...form, client_id }))).toBe('401 invalid_client');
    expect(await errorOf(send({ ...form, client_secret }, { authorization }))).toBe('400 invalid_request');
    expect(await errorOf(send({ ...form, client_id }, { authorization }))).toBe('400 invalid_request');
  });

  it('[4.2-21] [5-16] refuses wrong credentials with 401 and the scheme to use', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.client);
    for (const wrong of [
      { ...oauth.client, client_secret: 'wrong' },
      { client_id: 'unknown', client_secret: 'wrong' },
      { client_id: 'unknown' },
      { ...oauth.publicClient, client_secret: 'wrong' },
    ]) {
      const answer = await oauth.exchange(wrong, form);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
      expect(await errorOf(answer)).toBe('401 invalid_client');
    }
  });

  it('[D4-07] [4.2-11] has the members of every error beside those of RFC 6749, in the language of error_language', async () => {
    const answer = await oauth.exchange(oauth.publicClient, {
      grant_type: 'refresh_token',
      refresh_token: 'x',
      error_language: 'es',
    });
    expect(await answer.json()).toEqual({
      error: 'invalid_grant',
      error_description: 'The authorization is unknown, expired or already used. Start again.',
      success: false,
      message: 'La autorización es desconocida, ha caducado o ya se ha usado. Empiece de nuevo.',
      code: 400,
      errorCode: 'invalid_grant',
    });
  });

  it('[4.2-01] refuses a JSON body', async () => {
    expect(await errorOf(postJson(`${oauth.baseUrl}/oauth/token`, {}))).toBe('400 invalid_request');
  });
});

describe('POST /oauth/token with a refresh token', () => {
  it('[4.2-19] [5-07] gives a new refresh token, which lasts 60 days', async () => {
    const first = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.publicClient);
    const second = await (await refresh(oauth.baseUrl, oauth.publicClient, first.refresh_token)).json();
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await isAccepted(oauth.baseUrl, second.access_token)).toBe(true);
    const { grants } = await listGrants();
    const newest = grants.at(-1) as { expiresAt: string; lastUsedAt: string };
    expect(Date.parse(newest.expiresAt) - Date.parse(newest.lastUsedAt)).toBe(60 * 24 * 3600 * 1000);
  });

  it('[4.2-06] refuses a request without refresh_token', async () => {
    expect(await errorOf(oauth.exchange(oauth.client, { grant_type: 'refresh_token' }))).toBe(
      '400 invalid_request',
    );
  });

  it('gives less scope if asked for, and never more than was consented to', async () => {
    const { refresh_token } = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client, { scope: 'read' });
    expect(await errorOf(refresh(oauth.baseUrl, oauth.client, refresh_token, { scope: 'write' }))).toBe(
      '400 invalid_scope',
    );
    const narrow = await refresh(oauth.baseUrl, oauth.client, refresh_token, { scope: 'read' });
    expect(await narrow.json()).toMatchObject({ scope: 'read' });
  });

  it('works again for a lost answer, whose tokens then end the grant', async () => {
    const first = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.publicClient);
    const lost = await (await refresh(oauth.baseUrl, oauth.publicClient, first.refresh_token)).json();
    const second = await (await refresh(oauth.baseUrl, oauth.publicClient, first.refresh_token)).json();
    expect(second.refresh_token).toEqual(expect.any(String));
    expect(await errorOf(refresh(oauth.baseUrl, oauth.publicClient, lost.refresh_token))).toBe(
      '400 invalid_grant',
    );
    expect(await errorOf(refresh(oauth.baseUrl, oauth.publicClient, second.refresh_token))).toBe(
      '400 invalid_grant',
    );
    expect(await isAccepted(oauth.baseUrl, second.access_token)).toBe(false);
  });

  it('works as often as its answer is lost, and only the last answer counts', async () => {
    const first = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.publicClient);
    const again = () => refresh(oauth.baseUrl, oauth.publicClient, first.refresh_token);
    const answers = [await again(), await again(), await again(), await again()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [lost, , , last] = await Promise.all(answers.map((answer) => answer.json()));
    const next = await refresh(oauth.baseUrl, oauth.publicClient, last.refresh_token);
    expect(next.status).toBe(200);
    expect(await errorOf(refresh(oauth.baseUrl, oauth.publicClient, lost.refresh_token))).toBe(
      '400 invalid_grant',
    );
    expect(await isAccepted(oauth.baseUrl, (await next.json()).access_token)).toBe(false);
  });
});

describe('POST /oauth/revoke', () => {
  const revoke = (from: TestClient, form: Record<string, string>) =>
    sendForm(`${oauth.baseUrl}/oauth/revoke`, from, form);

  it('[4.2-22] [4.2-23] [4.2-27] [4.2-28] ends an access token alone, once, with an empty answer', async () => {
    const tokens = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client);
    const answer = await revoke(oauth.client, { token: tokens.access_token });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('');
    expect(await isAccepted(oauth.baseUrl, tokens.access_token)).toBe(false);
    expect(await errorOf(revoke(oauth.client, { token: tokens.access_token }))).toBe('400 invalid_grant');
    expect((await refresh(oauth.baseUrl, oauth.client, tokens.refresh_token)).status).toBe(200);
  });

  it('[4.2-23] ends a refresh token with everything of its consent', async () => {
    const tokens = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client);
    expect((await revoke(oauth.client, { token: tokens.refresh_token })).status).toBe(200);
    expect(await isAccepted(oauth.baseUrl, tokens.access_token)).toBe(false);
    expect(await errorOf(revoke(oauth.client, { token: tokens.refresh_token }))).toBe('400 invalid_grant');
  });

  it('[4.2-24] takes any hint, right, wrong or unknown', async () => {
    for (const token_type_hint of ['access_token', 'refresh_token', 'something_else']) {
      const tokens = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client);
      expect((await revoke(oauth.client, { token: tokens.refresh_token, token_type_hint })).status).toBe(200);
    }
  });

  it('[4.2-25] [4.2-26] lets public clients end refresh tokens only, by client_id', async () => {
    const tokens = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.publicClient);
    const nameless = fetch(`${oauth.baseUrl}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: tokens.refresh_token }),
    });
    expect(await errorOf(nameless)).toBe('400 invalid_request');
    expect(await errorOf(revoke(oauth.publicClient, { token: tokens.access_token }))).toBe(
      '400 unsupported_token_type',
    );
    expect(await isAccepted(oauth.baseUrl, tokens.access_token)).toBe(true);
    expect((await revoke(oauth.publicClient, { token: tokens.refresh_token })).status).toBe(200);
    expect(await isAccepted(oauth.baseUrl, tokens.access_token)).toBe(false);
  });

  it('[4.2-28] refuses a missing token, an unknown one, and one of another client', async () => {
    const tokens = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.publicClient);
    expect(await errorOf(revoke(oauth.client, {}))).toBe('400 invalid_request');
    expect(await errorOf(revoke(oauth.client, { token: 'unknown' }))).toBe('400 invalid_grant');
    expect(await errorOf(revoke(oauth.client, { token: tokens.refresh_token }))).toBe('400 invalid_grant');
    expect(await isAccepted(oauth.baseUrl, tokens.access_token)).toBe(true);
  });

  it('[4.2-29] refuses wrong credentials', async () => {
    const tokens = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client);
    const wrong = { ...oauth.client, client_secret: 'wrong' };
    expect(await errorOf(revoke(wrong, { token: tokens.refresh_token }))).toBe('401 invalid_client');
    expect(await isAccepted(oauth.baseUrl, tokens.access_token)).toBe(true);
  });

  it('leaves tokens of API keys alone', async () => {
    const { body } = await oauth.service.client.anonymous.post<{ access_token: string }>('/v1/auth/token', {
      apiKey: oauth.service.apiKey,
    });
    expect(await errorOf(revoke(oauth.client, { token: body.access_token }))).toBe('400 invalid_grant');
    expect(await isAccepted(oauth.baseUrl, body.access_token)).toBe(true);
  });
});

describe('access that was given', () => {
  it('is in the log of the account, with its end and its misuse', async () => {
    await decide(oauth.agent, authorizationAddress(oauth.client), 'deny');
    const { form } = await obtainCode(oauth.agent, oauth.client);
    await oauth.exchange(oauth.client, form);
    await oauth.exchange(oauth.client, form);
    const tokens = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client);
    await sendForm(`${oauth.baseUrl}/oauth/revoke`, oauth.client, { token: tokens.refresh_token });
    const { body } = await oauth.service.client.get<{ events: { type: string; details: object }[] }>(
      '/v1/account/audit-log?limit=50',
    );
    const events = body.events.filter(({ type }) => type.startsWith('grant.')).slice(0, 5);
    expect(events.map(({ type }) => type)).toEqual([
      'grant.ended',
      'grant.created',
      'grant.misused',
      'grant.created',
      'grant.denied',
    ]);
    for (const { details } of events)
      expect(details).toEqual({ client: 'Contract archive', clientId: oauth.client.client_id });
  });

  it('is listed for the user, and ends at once when the user ends it', async () => {
    const tokens = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client, { scope: 'read' });
    const { grants } = await listGrants();
    const newest = grants.at(-1) as { grantId: string };
    expect(newest).toMatchObject({
      clientId: oauth.client.client_id,
      clientName: 'Contract archive',
      scopes: ['read'],
    });
    const path = `/v1/users/me/grants/${newest.grantId}`;
    expect((await oauth.service.client.delete(path)).status).toBe(204);
    expect(await isAccepted(oauth.baseUrl, tokens.access_token)).toBe(false);
    expect(await errorOf(refresh(oauth.baseUrl, oauth.client, tokens.refresh_token))).toBe(
      '400 invalid_grant',
    );
    expect((await oauth.service.client.delete(path)).status).toBe(404);
  });

  it('is hidden from other users and from other programs', async () => {
    const tokens = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client);
    const { grants } = await listGrants();
    const { grantId } = grants.at(-1) as { grantId: string };
    const colleague = await oauth.service.addColleague();
    expect((await colleague.get('/v1/users/me/grants')).body).toMatchObject({ grants: [] });
    expect((await colleague.delete(`/v1/users/me/grants/${grantId}`)).status).toBe(404);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await fetch(`${oauth.baseUrl}/v1/users/me/grants`, { headers })).status).toBe(403);
  });

  it('goes with the client that a user registered', async () => {
    const created = await oauth.service.client.post<TestClient>('/v1/users/me/oauth-clients', {
      client_name: 'My script',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'client_secret_basic',
    });
    expect(created.status).toBe(201);
    const mine = created.body;
    const tokens = await obtainTokens(oauth.baseUrl, oauth.agent, mine);
    const hook = await fetch(`${oauth.baseUrl}/v1/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
      body: '{"webhookUrl":"https://example.com/hook","name":"Hook","eventTypes":["document.signed"]}',
    });
    const { webhookId } = await hook.json();
    expect((await oauth.service.client.get(`/v1/webhooks/${webhookId}`)).status).toBe(200);
    const listed = await oauth.service.client.get('/v1/users/me/oauth-clients');
    expect(listed.body).toMatchObject({ clients: [{ client_id: mine.client_id, client_name: 'My script' }] });
    expect(JSON.stringify(listed.body)).not.toContain(mine.client_secret);
    const path = `/v1/users/me/oauth-clients/${mine.client_id}`;
    const colleague = await oauth.service.addColleague();
    expect((await colleague.delete(path)).status).toBe(404);
    expect((await oauth.service.client.delete(path)).status).toBe(204);
    expect(await isAccepted(oauth.baseUrl, tokens.access_token)).toBe(false);
    expect(await errorOf(refresh(oauth.baseUrl, mine, tokens.refresh_token))).toBe('401 invalid_client');
    expect((await oauth.service.client.get(`/v1/webhooks/${webhookId}`)).status).toBe(404);
  });

  it('leads to the page of errors, or to a code, if it ends at the same moment as the callback', async () => {
    for (let round = 0; round < 5; round++) {
      const { body: mine } = await oauth.service.client.post<TestClient>('/v1/users/me/oauth-clients', {
        client_name: 'My script',
        redirect_uris: [CALLBACK],
        token_endpoint_auth_method: 'client_secret_basic',
      });
      const uids: string[] = [];
      for (let count = 0; count < 3; count++) {
        const uid = await openConsent(oauth.agent, authorizationAddress(mine));
        expect((await postDecision(oauth.agent, uid)).status).toBe(200);
        uids.push(uid);
      }
      const callbacks = uids.map((uid) => oauth.agent.open(`/oauth/consents/${uid}/callback`));
      await oauth.service.client.delete(`/v1/users/me/oauth-clients/${mine.client_id}`);
      for (const answer of await Promise.all(callbacks)) {
        expect([302, 400, 404]).toContain(answer.status);
        if (answer.status !== 302) expect(answer.headers.get('content-type')).toContain('text/html');
      }
    }
  });
});

async function listGrants() {
  const { body } = await oauth.service.client.get<{ grants: object[] }>('/v1/users/me/grants?limit=50');
  return body;
}
