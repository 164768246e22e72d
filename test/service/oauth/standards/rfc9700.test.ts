import { describe, expect, it } from 'vitest';
import { useOAuthService } from '../use-oauth-service.ts';
import {
  authorizationAddress,
  CALLBACK,
  createUserAgent,
  decide,
  errorOf,
  isAccepted,
  locationOf,
  obtainCode,
  obtainTokens,
  openConsent,
  postDecision,
  refresh,
} from '../user-agent.ts';

const oauth = useOAuthService();

describe('RFC 9700', () => {
  it('2.1: redirect URIs MUST be compared exactly', async () => {
    for (const redirect_uri of [
      `${CALLBACK}/..`,
      `${CALLBACK}?`,
      `${CALLBACK}%2F`,
      'https://app.example.com:443/callback',
    ]) {
      expect((await oauth.agent.open(authorizationAddress(oauth.client, { redirect_uri }))).status).toBe(400);
    }
  });

  it('2.1: the server MUST NOT be an open redirector: clients register and users sign in first (4.11.2)', async () => {
    for (const name of ['scope', 'response_type']) {
      const address = authorizationAddress(oauth.client, { [name]: 'x', prompt: 'none' });
      expect(locationOf(await createUserAgent(oauth.baseUrl).open(address)).pathname).toBe('/sign-in');
    }
  });

  it('2.1.1: the server MUST bind codes to the challenge', async () => {
    const [one, two] = [
      await obtainCode(oauth.agent, oauth.publicClient),
      await obtainCode(oauth.agent, oauth.publicClient),
    ];
    const mixed = { ...one.form, code_verifier: two.form.code_verifier ?? '' };
    expect(await errorOf(oauth.exchange(oauth.publicClient, mixed))).toBe('400 invalid_grant');
  });

  it('2.1.2: the implicit grant SHOULD NOT, 2.4: the password grant MUST NOT be used', async () => {
    const location = locationOf(
      await oauth.agent.open(authorizationAddress(oauth.client, { response_type: 'token' })),
    );
    expect(location.searchParams.get('error')).toBe('unsupported_response_type');
    const form = { grant_type: 'password', username: 'x', password: 'y' };
    expect(await errorOf(oauth.exchange(oauth.client, form))).toBe('400 unsupported_grant_type');
  });

  it('2.2.2: refresh tokens of public clients MUST be rotated', async () => {
    const { refresh_token } = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.publicClient);
    const next = await (await refresh(oauth.baseUrl, oauth.publicClient, refresh_token)).json();
    expect(next.refresh_token).not.toBe(refresh_token);
  });

  it('2.6: CORS MUST NOT be supported at the authorization endpoint', async () => {
    const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'GET' };
    for (const method of ['GET', 'OPTIONS']) {
      const init = { method, headers, redirect: 'manual' } as const;
      const answer = await fetch(`${oauth.baseUrl}${authorizationAddress(oauth.client)}`, init);
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  it('2.6: codes MUST NOT be sent over unencrypted connections', async () => {
    for (const redirect_uri of ['http://app.example.com/', 'http://127.0.0.1/', 'app.example:/callback'])
      expect(await errorOf(oauth.register({ redirect_uris: [redirect_uri] }))).toBe(
        '400 invalid_redirect_uri',
      );
  });

  it('4.3.2: access tokens in the query or the body of a request are not taken', async () => {
    const { access_token } = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client);
    const query = new URLSearchParams({ access_token });
    expect((await fetch(`${oauth.baseUrl}/v1/auth/token?${query}`)).status).toBe(401);
    expect((await oauth.sendRaw('/v1/webhooks', String(query))).status).toBe(401);
  });

  it('4.12: the server MUST NOT redirect with 307', async () => {
    const uid = await openConsent(oauth.agent, authorizationAddress(oauth.client));
    const { redirectTo } = await (await postDecision(oauth.agent, uid, 'deny')).json();
    expect((await oauth.agent.open(redirectTo)).status).toBe(302);
  });

  it('4.2.4: the address with a code is not sent on as a referrer', async () => {
    const uid = await openConsent(oauth.agent, authorizationAddress(oauth.client));
    expect((await oauth.agent.open(`/consent/${uid}`)).headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('2.1.1 and 4.7.1: the server MUST provide a way to detect its support of PKCE', async () => {
    const metadata = await (await fetch(`${oauth.baseUrl}/.well-known/oauth-authorization-server`)).json();
    expect(metadata.code_challenge_methods_supported).toEqual(['S256']);
  });

  it('2.1.1 and 4.8.2: the server MUST enforce the verifier of a challenge, and refuse one without a challenge', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.client);
    const { code_verifier = '', ...without } = form;
    expect(await errorOf(oauth.exchange(oauth.client, without))).toBe('400 invalid_grant');
    const { searchParams } = await decide(oauth.agent, authorizationAddress(oauth.client));
    const unchallenged = { ...without, code: searchParams.get('code') ?? '', code_verifier };
    expect(await errorOf(oauth.exchange(oauth.client, unchallenged))).toBe('400 invalid_grant');
  });

  it('4.14.2: the server MUST detect the replay of a refresh token of a public client, and ends its grant', async () => {
    const first = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.publicClient);
    const second = await (await refresh(oauth.baseUrl, oauth.publicClient, first.refresh_token)).json();
    const third = await (await refresh(oauth.baseUrl, oauth.publicClient, second.refresh_token)).json();
    expect(await errorOf(refresh(oauth.baseUrl, oauth.publicClient, first.refresh_token))).toBe(
      '400 invalid_grant',
    );
    expect(await errorOf(refresh(oauth.baseUrl, oauth.publicClient, third.refresh_token))).toBe(
      '400 invalid_grant',
    );
    expect(await isAccepted(oauth.baseUrl, third.access_token)).toBe(false);
  });
});
