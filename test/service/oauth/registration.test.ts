import { describe, expect, it } from 'vitest';
import { anyDatabase, startService } from '../start-service.ts';
import { useOAuthService } from './use-oauth-service.ts';
import {
  CALLBACK,
  obtainTokens,
  postJson,
  refresh,
  registerTestClient,
  signInUserAgent,
} from './user-agent.ts';

const oauth = useOAuthService({ TRUST_PROXY: '1' });

const METADATA = { client_name: 'Contract archive', redirect_uris: [CALLBACK] };
const register = (metadata: object) => postJson(`${oauth.baseUrl}/oauth/register`, metadata);
const registered = async (changes: object = {}) => {
  const answer = await register({ ...METADATA, ...changes });
  expect(answer.status).toBe(201);
  return answer.json();
};
const longUri = (length: number) =>
  `https://example.com/${'x'.repeat(length - 'https://example.com/'.length)}`;

describe('POST /oauth/register', () => {
  it('[4.2-30] [4.2-39] [4.2-41] [4.2-44] [4.2-52] [4.2-53] [4.2-54] registers a public client by default', async () => {
    const { client_id, client_id_issued_at, ...client } = await registered();
    expect(client_id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(Math.abs(client_id_issued_at - Date.now() / 1000)).toBeLessThan(60);
    expect(client_id_issued_at).toBe(Math.floor(client_id_issued_at));
    expect(client).toEqual({
      ...METADATA,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
    });
  });

  it('[4.2-55] [4.2-56] [4.2-57] shows the secret of a confidential client once', async () => {
    const client = await registered({ token_endpoint_auth_method: 'client_secret_basic' });
    expect(client).toMatchObject({ client_secret: expect.any(String), client_secret_expires_at: 0 });
    expect(client.client_secret).toMatch(/^[\w-]{43}$/);
    const { body: created } = await oauth.service.client.post<{ client_secret: string }>(
      '/v1/users/me/oauth-clients',
      { ...METADATA, token_endpoint_auth_method: 'client_secret_basic' },
    );
    const { body } = await oauth.service.client.get('/v1/users/me/oauth-clients');
    expect(JSON.stringify(body)).not.toContain(created.client_secret);
    const publicClient = await registered({ token_endpoint_auth_method: 'none' });
    expect(publicClient).not.toHaveProperty('client_secret');
    expect(publicClient).not.toHaveProperty('client_secret_expires_at');
  });

  it('[4.2-38] [4.2-40] [4.2-43] takes and returns what the specification offers', async () => {
    const metadata = {
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      client_uri: 'https://example.com/',
      logo_uri: 'https://example.com/logo.png',
      tos_uri: 'https://example.com/terms',
      policy_uri: 'https://example.com/policy',
      scope: 'read',
      contacts: ['anna@example.com', 'åsa@räksmörgås.se'],
    };
    expect(await registered(metadata)).toMatchObject(metadata);
  });

  it('takes everything that is as long as it may be', async () => {
    await registered({
      client_name: 'x'.repeat(512),
      redirect_uris: Array.from({ length: 10 }, (_, index) => `https://example.com/${index}`),
      client_uri: longUri(2048),
      logo_uri: longUri(2048),
      tos_uri: longUri(2048),
      policy_uri: longUri(2048),
      scope: 'x'.repeat(1024),
      contacts: Array.from({ length: 5 }, (_, index) => `anna${index}@example.com`),
    });
  });

  it.each([
    ['[4.2-32]', { client_name: undefined }, 'client_name'],
    ['[4.2-32]', { client_name: '' }, 'client_name'],
    ['[4.2-33]', { client_name: 'x'.repeat(513) }, 'client_name'],
    ['[4.2-34]', { redirect_uris: undefined }, 'redirect_uris'],
    ['[4.2-34]', { redirect_uris: [] }, 'redirect_uris'],
    ['[4.2-35]', { redirect_uris: Array(11).fill(CALLBACK) }, 'redirect_uris'],
    ['[4.2-36]', { redirect_uris: ['http://example.com/callback'] }, 'redirect_uris.0'],
    ['[4.2-36]', { redirect_uris: [CALLBACK, '/callback'] }, 'redirect_uris.1'],
    ['[4.2-36]', { redirect_uris: ['com.example.app:/callback'] }, 'redirect_uris.0'],
    ['[4.2-36]', { redirect_uris: ['javascript:alert(1)'] }, 'redirect_uris.0'],
    ['[4.2-36]', { redirect_uris: ['https://user:secret@example.com/'] }, 'redirect_uris.0'],
    ['[4.2-36]', { redirect_uris: ['http://127.0.0.1/callback'] }, 'redirect_uris.0'],
    // These were registered: hosts that are no hosts.
    ['[4.2-36]', { redirect_uris: ['https://*.example/cb'] }, 'redirect_uris.0'],
    ['[4.2-36]', { redirect_uris: ['https://*/cb'] }, 'redirect_uris.0'],
    ['[4.2-36]', { redirect_uris: ['https://app..example.com/cb'] }, 'redirect_uris.0'],
    ['[4.2-36]', { redirect_uris: ['https://-app.example.com/cb'] }, 'redirect_uris.0'],
    ['[4.2-45]', { client_uri: 'https://*.example/' }, 'client_uri'],
    ['[4.2-46]', { logo_uri: 'https://*.example/logo.png' }, 'logo_uri'],
    ['[4.2-37]', { redirect_uris: [`${CALLBACK}#here`] }, 'redirect_uris.0'],
    ['[4.2-37]', { redirect_uris: [`${CALLBACK}#`] }, 'redirect_uris.0'],
    ['[4.2-38]', { token_endpoint_auth_method: 'client_secret_post' }, 'token_endpoint_auth_method'],
    ['[4.2-40]', { grant_types: ['implicit'] }, 'grant_types.0'],
    ['[4.2-43]', { response_types: ['token'] }, 'response_types.0'],
    ['[4.2-45]', { client_uri: longUri(2049) }, 'client_uri'],
    ['[4.2-46]', { logo_uri: longUri(2049) }, 'logo_uri'],
    ['[4.2-47]', { tos_uri: longUri(2049) }, 'tos_uri'],
    ['[4.2-48]', { policy_uri: longUri(2049) }, 'policy_uri'],
    ['[4.2-49]', { scope: 'x'.repeat(1025) }, 'scope'],
    ['[4.2-50]', { contacts: Array(6).fill('anna@example.com') }, 'contacts'],
    ['[4.2-51]', { contacts: ['anna'] }, 'contacts.0'],
    ['[4.2-51]', { contacts: [''] }, 'contacts.0'],
  ])('%s refuses %o and names the member', async (_, changes, path) => {
    const answer = await register({ ...METADATA, ...changes });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: path.startsWith('redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata',
      error_description: expect.any(String),
      errorCode: 'invalid_request',
      details: [{ path }],
    });
  });

  it.each(['authorization_code', 'refresh_token'])(
    '[4.2-42] lets a client use codes and refresh tokens that registered %s alone',
    async (grantType) => {
      const client = await registerTestClient(oauth.baseUrl, { grant_types: [grantType] });
      const tokens = await obtainTokens(oauth.baseUrl, await signInUserAgent(oauth.baseUrl), client);
      expect((await refresh(oauth.baseUrl, client, tokens.refresh_token)).status).toBe(200);
    },
  );

  it('[D4-08] [D4-09] ignores what it does not know (RFC 7591 2) and says so', async () => {
    const client = await registered({ software_id: 'x' });
    expect(client).not.toHaveProperty('software_id');
    expect(client.warnings).toEqual([{ code: 'unknown_member', path: 'software_id' }]);
  });
});

describe('limits of registration', () => {
  it('[4.2-31] [D8-15] are 20 an hour for each address by default', async () => {
    const limited = await startService(anyDatabase, {
      ...{ TRUST_PROXY: '1', REGISTRATIONS_PER_HOUR: '' },
    });
    try {
      const send = (address: string) =>
        fetch(`${limited.baseUrl}/oauth/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: JSON.stringify(METADATA),
        });
      for (let count = 0; count < 20; count++) expect((await send('192.0.2.1')).status).toBe(201);
      const refused = await send('192.0.2.1');
      expect(refused.status).toBe(429);
      expect(refused.headers.get('x-ratelimit-limit')).toBe('20');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
      expect((await send('192.0.2.2')).status).toBe(201);
    } finally {
      await limited.close();
    }
  });
});
