import { describe, expect, it } from 'vitest';
import { useOAuthService } from '../use-oauth-service.ts';
import {
  authorizationAddress,
  decide,
  errorOf,
  locationOf,
  makeChallenge,
  obtainCode,
  registerTestClient,
} from '../user-agent.ts';

const oauth = useOAuthService({ ALLOW_LOOPBACK_REDIRECTS: 'true' });
const pkce = { code_challenge: makeChallenge().challenge, code_challenge_method: 'S256' };

describe('RFC 8252', () => {
  const open = async (registered: string, redirect_uri: string) => {
    const program = await registerTestClient(oauth.baseUrl, { redirect_uris: [registered] });
    return authorizationAddress(program, { ...pkce, redirect_uri });
  };

  it.each(['127.0.0.1', '[::1]', 'localhost'])(
    '7.3: the server MUST allow any port of the loopback address %s',
    async (host) => {
      for (const redirect_uri of [`http://${host}:51234/callback`, `http://${host}/callback`]) {
        const location = await decide(oauth.agent, await open(`http://${host}:1/callback`, redirect_uri));
        expect(location.href.startsWith(`${redirect_uri}?code=`)).toBe(true);
      }
    },
  );

  it('7.3: the code of one port is not exchanged with the address of another', async () => {
    const program = await registerTestClient(oauth.baseUrl, { redirect_uris: ['http://127.0.0.1/callback'] });
    const redirect_uri = 'http://127.0.0.1:51234/callback';
    const { form } = await obtainCode(oauth.agent, program, { redirect_uri });
    const elsewhere = { ...form, redirect_uri: 'http://127.0.0.1:51235/callback' };
    expect(await errorOf(oauth.exchange(program, elsewhere))).toBe('400 redirect_uri_mismatch');
    expect((await oauth.exchange(program, { ...form, redirect_uri })).status).toBe(200);
  });

  it.each([
    'http://127.0.0.1:51234/other',
    'http://127.0.0.1:51234/a/../callback',
    'http://127.0.0.1:51234/callback#x',
    'http://127.0.0.1:51234/callback?x=1',
    'http://name:password@127.0.0.1:51234/callback',
    'http://127.0.0.1:51234@evil.example/callback',
    'http://127.0.0.1.evil.example:51234/callback',
    'http://127.0.0.1:99999/callback',
    'http://localhost:51234/callback',
    'http://127.0.0.2:51234/callback',
    'http://2130706433:51234/callback',
    'https://127.0.0.1:51234/callback',
    'HTTP://127.0.0.1:51234/callback',
    'http:\\\\127.0.0.1:51234\\callback',
    'http://127.0.0.1\t:51234/callback',
  ])('8.4: the server MUST refuse %s, which differs in more than the port', async (redirect_uri) => {
    const answer = await oauth.agent.open(await open('http://127.0.0.1/callback', redirect_uri));
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });

  it('6: the server MUST support PKCE, and demands it', async () => {
    const { searchParams } = locationOf(
      await oauth.agent.open(
        (await open('http://127.0.0.1/callback', 'http://127.0.0.1:1/callback')).replace(
          '&code_challenge=',
          '&x=',
        ),
      ),
    );
    expect(searchParams.get('error')).toBe('invalid_request');
  });

  it('8.4: native programs MUST be public clients, which have no secret (RFC 6749 10.1)', async () => {
    const redirect_uris = ['http://127.0.0.1/callback'];
    const confidential = { redirect_uris, token_endpoint_auth_method: 'client_secret_basic' };
    expect(await errorOf(oauth.register(confidential))).toBe('400 invalid_redirect_uri');
    const { client_id } = await registerTestClient(oauth.baseUrl, { redirect_uris });
    const form = { grant_type: 'refresh_token', refresh_token: 'x' };
    expect(await errorOf(oauth.exchange({ client_id, client_secret: 'x' }, form))).toBe('401 invalid_client');
  });

  // Private-use schemes of 7.1 are not offered: redirect addresses are https [4.2-36].
  it.each([
    'com.example.app:/callback',
    'http://192.0.2.1/callback',
    'http://127.0.0.2/callback',
    'http://0.0.0.0/callback',
    'http://localhost.evil.example/callback',
  ])('7.3: http is for loopback addresses alone, and not for %s', async (address) => {
    expect(await errorOf(oauth.register({ redirect_uris: [address] }))).toBe('400 invalid_redirect_uri');
  });

  it('refuses https addresses of this machine beside http ones: the library takes none, so every consent would fail', async () => {
    const redirect_uris = ['https://localhost/callback', 'http://127.0.0.1/callback'];
    expect(await errorOf(oauth.register({ redirect_uris }))).toBe('400 invalid_redirect_uri');
  });
});
