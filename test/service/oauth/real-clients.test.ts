import { auth, extractWWWAuthenticateParams } from '@modelcontextprotocol/sdk/client/auth.js';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { describe, expect, it } from 'vitest';
import { createProgram } from './mcp-program.ts';
import { useOAuthService } from './use-oauth-service.ts';
import { CALLBACK, decide, isAccepted, registerTestClient } from './user-agent.ts';

/** The tests have no certificate. */
const INSECURE = { [oauth.allowInsecureRequests]: true };

const running = useOAuthService();

describe('oauth4webapi', () => {
  it.each([
    ['none', () => oauth.None()],
    ['client_secret_basic', (secret: string) => oauth.ClientSecretBasic(secret)],
  ] as const)(
    'discovers, registers with %s, gets, renews and revokes tokens',
    async (method, authenticate) => {
      const resource = new URL(`${running.baseUrl}/v1`);
      const documents = new URL(`${resource}/docs`);
      const refused = await oauth
        .protectedResourceRequest('x', 'GET', documents, undefined, null, INSECURE)
        .catch(({ cause }) => cause);
      expect(refused).toMatchObject([
        {
          scheme: 'bearer',
          parameters: { resource_metadata: expect.stringContaining('oauth-protected-resource/v1') },
        },
      ]);
      const { authorization_servers = [] } = await oauth.processResourceDiscoveryResponse(
        resource,
        await oauth.resourceDiscoveryRequest(resource, INSECURE),
      );
      const issuer = new URL(authorization_servers[0] ?? '');
      const server = await oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...INSECURE }),
      );
      const client = await oauth.processDynamicClientRegistrationResponse(
        await oauth.dynamicClientRegistrationRequest(
          server,
          { client_name: 'oauth4webapi', redirect_uris: [CALLBACK], token_endpoint_auth_method: method },
          INSECURE,
        ),
      );
      const clientAuth = authenticate(String(client.client_secret));
      const verifier = oauth.generateRandomCodeVerifier();
      const address = new URL(server.authorization_endpoint ?? '');
      address.search = String(
        new URLSearchParams({
          client_id: client.client_id,
          redirect_uri: CALLBACK,
          response_type: 'code',
          scope: 'read write',
          state: 'state-1',
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
      );
      const parameters = oauth.validateAuthResponse(
        server,
        client,
        await decide(running.agent, address.href),
        'state-1',
      );
      const tokens = await oauth.processAuthorizationCodeResponse(
        server,
        client,
        await oauth.authorizationCodeGrantRequest(
          ...([server, client, clientAuth, parameters, CALLBACK, verifier] as const),
          INSECURE,
        ),
      );
      const read = () =>
        oauth.protectedResourceRequest(tokens.access_token, 'GET', documents, undefined, null, INSECURE);
      expect((await read()).status).toBe(200);
      const renewed = await oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(
          server,
          client,
          clientAuth,
          tokens.refresh_token ?? '',
          INSECURE,
        ),
      );
      expect(await isAccepted(running.baseUrl, renewed.access_token)).toBe(true);
      const token = renewed.refresh_token ?? '';
      await oauth.processRevocationResponse(
        await oauth.revocationRequest(server, client, clientAuth, token, INSECURE),
      );
      expect(await isAccepted(running.baseUrl, renewed.access_token)).toBe(false);
    },
  );
});

describe('openid-client', () => {
  it('discovers, gets, renews and revokes tokens of a confidential client', async () => {
    const { client_id, client_secret = '' } = await registerTestClient(running.baseUrl, {
      token_endpoint_auth_method: 'client_secret_basic',
    });
    const config = await openid.discovery(
      new URL(running.baseUrl),
      client_id,
      undefined,
      openid.ClientSecretBasic(client_secret),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'read',
      state: 'state-1',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const callback = await decide(running.agent, address.href);
    const checks = { pkceCodeVerifier, expectedState: 'state-1' };
    const tokens = await openid.authorizationCodeGrant(config, callback, checks);
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'read', expires_in: 3600 });
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(await isAccepted(running.baseUrl, renewed.access_token)).toBe(true);
    await openid.tokenRevocation(config, renewed.access_token);
    expect(await isAccepted(running.baseUrl, renewed.access_token)).toBe(false);
  });

  it('registers a public client, reads and ends its access by the refresh token', async () => {
    const config = await openid.dynamicClientRegistration(
      new URL(running.baseUrl),
      { client_name: 'openid-client', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
      openid.None(),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'read',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const callback = await decide(running.agent, address.href);
    const tokens = await openid.authorizationCodeGrant(config, callback, { pkceCodeVerifier });
    const documents = new URL(`${running.baseUrl}/v1/docs`);
    const read = () => openid.fetchProtectedResource(config, tokens.access_token, documents, 'GET');
    expect((await read()).status).toBe(200);
    await openid.tokenRevocation(config, tokens.refresh_token ?? '');
    await expect(read()).rejects.toThrow();
  });
});

describe('the OAuth client of the MCP SDK', () => {
  it('finds its way from a refused request: discovery, registration, PKCE, renewal', async () => {
    const refused = await fetch(`${running.baseUrl}/v1/docs`);
    expect(refused.status).toBe(401);
    const { resourceMetadataUrl } = extractWWWAuthenticateParams(refused);
    expect(resourceMetadataUrl?.href).toBe(`${running.baseUrl}/.well-known/oauth-protected-resource/v1`);
    const { provider, stored } = createProgram();
    const options = {
      serverUrl: `${running.baseUrl}/v1`,
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
    };
    expect(await auth(provider, options)).toBe('REDIRECT');
    expect(stored.address?.searchParams.get('resource')).toBe(`${running.baseUrl}/v1`);
    const callback = await decide(running.agent, stored.address?.href ?? '');
    const authorizationCode = callback.searchParams.get('code') ?? '';
    expect(await auth(provider, { ...options, authorizationCode })).toBe('AUTHORIZED');
    const first = stored.tokens;
    expect(await isAccepted(running.baseUrl, first?.access_token ?? '')).toBe(true);
    expect(await auth(provider, options)).toBe('AUTHORIZED');
    expect(stored.tokens?.refresh_token).not.toBe(first?.refresh_token);
    expect(await isAccepted(running.baseUrl, stored.tokens?.access_token ?? '')).toBe(true);
  });

  it('finds its way without the header too', async () => {
    const { provider, stored } = createProgram();
    expect(await auth(provider, { serverUrl: `${running.baseUrl}/v1` })).toBe('REDIRECT');
    expect(stored.address?.origin).toBe(new URL(running.baseUrl).origin);
  });
});
