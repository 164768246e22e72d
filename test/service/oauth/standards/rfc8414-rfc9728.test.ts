import { describe, expect, it } from 'vitest';
import { useOAuthService } from '../use-oauth-service.ts';
import { obtainTokens } from '../user-agent.ts';

const oauth = useOAuthService();

describe('RFC 8414 and RFC 9728', () => {
  it('RFC 8414 3.2 and 3.3: the issuer MUST be identical to the address from which the well-known one was made', async () => {
    const answer = await fetch(`${oauth.baseUrl}/.well-known/oauth-authorization-server`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    const metadata = await answer.json();
    expect(metadata).toEqual({
      issuer: oauth.baseUrl,
      authorization_endpoint: `${oauth.baseUrl}/oauth`,
      token_endpoint: `${oauth.baseUrl}/oauth/token`,
      revocation_endpoint: `${oauth.baseUrl}/oauth/revoke`,
      registration_endpoint: `${oauth.baseUrl}/oauth/register`,
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
      expect((await fetch(`${oauth.baseUrl}/.well-known/oauth-authorization-server${path}`)).status).toBe(
        404,
      );
  });

  it.each([
    ['', ''],
    ['/v1', '/v1'],
    // Clients that know the API by this address refused metadata of another.
    ['/v1/', '/v1/'],
    // The slash after the host is removed before.
    ['/', ''],
  ])(
    'RFC 9728 3.2 and 3.3: the resource MUST be identical to the address that %s was inserted for',
    async (path, resource) => {
      const answer = await fetch(`${oauth.baseUrl}/.well-known/oauth-protected-resource${path}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'application/json; charset=utf-8',
      ]);
      expect(await answer.json()).toEqual({
        resource: `${oauth.baseUrl}${resource}`,
        authorization_servers: [oauth.baseUrl],
        scopes_supported: ['read', 'write'],
        bearer_methods_supported: ['header'],
        resource_name: 'Countersign',
      });
    },
  );

  it('RFC 9728: describes no other resource', async () => {
    for (const path of ['/other', '/v1//', '//'])
      expect((await fetch(`${oauth.baseUrl}/.well-known/oauth-protected-resource${path}`)).status).toBe(404);
  });

  it('RFC 9728 5.1: a refused request says where the metadata are', async () => {
    const { access_token } = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client, { scope: 'write' });
    const metadata = `resource_metadata="${oauth.baseUrl}/.well-known/oauth-protected-resource/v1"`;
    const challengeOf = async (headers: Record<string, string>) =>
      (await fetch(`${oauth.baseUrl}/v1/docs`, { headers })).headers.get('www-authenticate');
    expect(await challengeOf({})).toBe(`Bearer ${metadata}`);
    expect(await challengeOf({ authorization: 'Bearer x' })).toBe(
      `Bearer error="invalid_token", ${metadata}`,
    );
    expect(await challengeOf({ authorization: `Bearer ${access_token}` })).toBe(
      `Bearer error="insufficient_scope", scope="read", ${metadata}`,
    );
  });

  it('RFC 8414 2 and 3.2: members without elements MUST be omitted, and endpoints MUST have no fragment (RFC 6749 3.1)', async () => {
    const metadata = await (await fetch(`${oauth.baseUrl}/.well-known/oauth-authorization-server`)).json();
    for (const [name, value] of Object.entries(metadata)) {
      if (Array.isArray(value)) expect([name, value.length > 0]).toEqual([name, true]);
      if (name.endsWith('_endpoint')) expect([name, new URL(String(value)).hash]).toEqual([name, '']);
    }
  });

  it.each(['oauth-authorization-server', 'oauth-protected-resource', 'oauth-protected-resource/v1'])(
    'RFC 8414 3.1 and RFC 9728 3.1: %s MUST be asked for with GET, and needs no token',
    async (name) => {
      const address = `${oauth.baseUrl}/.well-known/${name}`;
      expect((await fetch(address)).status).toBe(200);
      expect((await fetch(address, { method: 'POST' })).status).toBe(404);
    },
  );
});
