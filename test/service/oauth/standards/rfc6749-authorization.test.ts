import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useOAuthService } from '../use-oauth-service.ts';
import {
  authorizationAddress,
  CALLBACK,
  createUserAgent,
  decide,
  errorOf,
  locationOf,
  openConsent,
  registerTestClient,
} from '../user-agent.ts';

const oauth = useOAuthService();

describe('RFC 6749, authorization endpoint', () => {
  it('3.1: parameters without a value MUST be treated as omitted, unknown ones ignored', async () => {
    const empty = { state: '', resource: '', code_challenge: '', code_challenge_method: '' };
    const address = `${authorizationAddress(oauth.client, empty)}&nonce=x&prompt=none&display=popup`;
    const { searchParams } = await decide(oauth.agent, address);
    expect([...searchParams.keys()].sort()).toEqual(['code', 'iss']);
  });

  it.each([null, '', 'token', 'code token', 'id_token', 'CODE'])(
    '3.1.1: response_type %s MUST be an error',
    async (response_type) => {
      const { hash, searchParams } = locationOf(
        await oauth.agent.open(authorizationAddress(oauth.client, { response_type })),
      );
      const isMissing = response_type === null || response_type === '';
      const error = isMissing ? 'invalid_request' : 'unsupported_response_type';
      expect([hash, searchParams.get('error')]).toEqual(['', error]);
    },
  );

  it('3.1.2: a redirect address MUST be absolute, without a fragment; 3.1.2.2: and registered', async () => {
    for (const redirect_uris of [['/callback'], [`${CALLBACK}#here`], [], undefined])
      expect(await errorOf(oauth.register({ redirect_uris }))).toBe('400 invalid_redirect_uri');
  });

  it('3.1: parameters MUST NOT occur more than once', async () => {
    const twice = `${authorizationAddress(oauth.client)}&state=other`;
    expect(locationOf(await oauth.agent.open(twice)).searchParams.get('error')).toBe('invalid_request');
    const address = `${authorizationAddress(oauth.client)}&redirect_uri=${encodeURIComponent(CALLBACK)}`;
    expect((await oauth.agent.open(address)).status).toBe(400);
  });

  it('3.1.2: the endpoint URI MUST keep its query', async () => {
    const redirect_uri = `${CALLBACK}?tenant=1&x=a%20b`;
    const tenant = await registerTestClient(oauth.baseUrl, {
      token_endpoint_auth_method: 'client_secret_basic',
      redirect_uris: [redirect_uri],
    });
    const location = await decide(oauth.agent, authorizationAddress(tenant, { redirect_uri }));
    expect(Object.fromEntries(location.searchParams)).toMatchObject({ tenant: '1', x: 'a b' });
    const refused = locationOf(
      await oauth.agent.open(authorizationAddress(tenant, { redirect_uri, scope: 'x' })),
    );
    expect(refused.searchParams.get('tenant')).toBe('1');
  });

  it('3.1.2.4: the server MUST NOT redirect to an address that is not valid', async () => {
    const answer = await oauth.agent.open(
      authorizationAddress(oauth.client, { redirect_uri: 'https://evil.example/' }),
    );
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });

  it('3.3: a request without a scope MUST fail as an invalid one if there is no default', async () => {
    for (const scope of [null, '', ' ']) {
      const { searchParams } = locationOf(
        await oauth.agent.open(authorizationAddress(oauth.client, { scope })),
      );
      expect(searchParams.get('error')).toBe('invalid_scope');
    }
  });

  it('3.3: scopes are case-sensitive', async () => {
    const location = locationOf(
      await oauth.agent.open(authorizationAddress(oauth.client, { scope: 'READ' })),
    );
    expect(location.searchParams.get('error')).toBe('invalid_scope');
  });

  it('4.1.2: state MUST be in the answer exactly as it came', async () => {
    const state = 'é%20+&=/?"<script>';
    const location = await decide(oauth.agent, authorizationAddress(oauth.client, { state }));
    expect(location.searchParams.get('state')).toBe(state);
  });

  it('3.1: the server MUST first verify who the user is', async () => {
    const stranger = createUserAgent(oauth.baseUrl);
    expect(locationOf(await stranger.open(authorizationAddress(oauth.client))).pathname).toBe('/sign-in');
    const uid = await openConsent(oauth.agent, authorizationAddress(oauth.client));
    expect((await stranger.page('GET', `/oauth/consents/${uid}`)).status).toBe(401);
    const decision = { decision: 'allow', userId: randomUUID() };
    expect((await stranger.page('POST', `/oauth/consents/${uid}`, decision)).status).toBe(401);
  });

  it.each(['code', 'state', 'iss', 'error', 'error_description'])(
    '3.1: parameters of an answer MUST NOT occur more than once, so no redirect address has %s',
    async (name) => {
      const redirect_uris = [CALLBACK, `${CALLBACK}?x=1&${name}=planted`];
      expect(await errorOf(oauth.register({ redirect_uris }))).toBe('400 invalid_redirect_uri');
    },
  );

  it('4.1.2.1: state MUST be in answers with errors, whose error and description MUST be printable ASCII', async () => {
    const state = 'é%20+&=/?"<script>';
    for (const wrong of [{ scope: 'é"\\' }, { response_type: 'é"\\' }, { resource: 'é"\\' }]) {
      const answer = await oauth.agent.open(authorizationAddress(oauth.client, { state, ...wrong }));
      const { searchParams } = locationOf(answer);
      expect(searchParams.get('state')).toBe(state);
      for (const name of ['error', 'error_description'])
        expect(searchParams.get(name)).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    }
  });
});
