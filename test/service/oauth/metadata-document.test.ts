import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../packages/adapters/e-id/testing/certificates.ts';
import { createProgram } from './mcp-program.ts';
import { useOAuthService } from './use-oauth-service.ts';
import {
  authorizationAddress,
  CALLBACK,
  decide,
  errorOf,
  isAccepted,
  obtainCode,
  obtainTokens,
  openConsent,
  postDecision,
  refresh,
  sendForm,
} from './user-agent.ts';

const authority = makeCertificate({ commonName: 'Test authority', isAuthority: true });
const { certificate, key } = makeCertificate({ commonName: 'localhost', issuer: authority });
/** The server of the program's makers. */
const programServer = createServer({ cert: certificate, key }, (request, response) => {
  if (isDown) return void request.socket.destroy();
  const client_id = request.url === '/other.json' ? 'https://elsewhere.example/' : `${origin}${request.url}`;
  response.end(JSON.stringify({ client_id, client_name: 'Desk app', redirect_uris: redirectUris }));
});
let origin: string;
let isDown = false;
let redirectUris = [CALLBACK];

beforeAll(async () => {
  await new Promise<void>((resolve) => programServer.listen(0, 'localhost', resolve));
  origin = `https://localhost:${(programServer.address() as AddressInfo).port}`;
});
afterAll(() => {
  programServer.closeAllConnections();
  programServer.close();
});

const oauth = useOAuthService(
  { ALLOW_LOOPBACK_REDIRECTS: 'true' },
  { documentFetcher: { loopbackAuthorityPem: authority.certificate } },
);

describe('a client whose id is the address of its metadata document', () => {
  it('[5-11] [4.2-07] [5-12] gets tokens without registration', async () => {
    const client = { client_id: `${origin}/client.json` };
    const uid = await openConsent(
      oauth.agent,
      authorizationAddress(client, { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }),
    );
    expect(await (await oauth.agent.page('GET', `/oauth/consents/${uid}`)).json()).toMatchObject({
      clientName: 'Desk app',
      redirectHost: 'app.example.com',
    });
    const tokens = await obtainTokens(oauth.baseUrl, oauth.agent, client);
    expect((await refresh(oauth.baseUrl, client, tokens.refresh_token)).status).toBe(200);
    const { body } = await oauth.service.client.get('/v1/users/me/grants');
    expect(body).toMatchObject({ grants: [{ clientId: client.client_id, clientName: 'Desk app' }] });
  });

  it('[5-11] is what the MCP SDK uses instead of a registration', async () => {
    const { provider, stored } = createProgram(`${origin}/client.json`);
    const options = { serverUrl: `${oauth.baseUrl}/v1` };
    expect(await auth(provider, options)).toBe('REDIRECT');
    expect(stored.client?.client_id).toBe(`${origin}/client.json`);
    const callback = await decide(oauth.agent, stored.address?.href ?? '');
    const authorizationCode = callback.searchParams.get('code') ?? '';
    expect(await auth(provider, { ...options, authorizationCode })).toBe('AUTHORIZED');
    expect(await isAccepted(oauth.baseUrl, stored.tokens?.access_token ?? '')).toBe(true);
  });

  it('[4.2-08] [5-12] must use PKCE', async () => {
    const client = { client_id: `${origin}/client.json` };
    const { form } = await obtainCode(oauth.agent, client);
    const { code_verifier: _, ...without } = form;
    expect(await errorOf(sendForm(`${oauth.baseUrl}/oauth/token`, client, without))).toBe(
      '400 invalid_request',
    );
  });

  it.each([
    [CALLBACK, CALLBACK],
    ['http://127.0.0.1:5001/callback', 'http://127.0.0.1/callback'],
  ])(
    'gets no code at an address that its document has dropped since the consent began: %s',
    async (redirect_uri, listed) => {
      const client = { client_id: `${origin}/client.json` };
      const pkce = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
      redirectUris = [listed];
      const uid = await openConsent(oauth.agent, authorizationAddress(client, { ...pkce, redirect_uri }));
      redirectUris = ['https://other.example.com/callback'];
      expect((await oauth.agent.page('GET', `/oauth/consents/${uid}`)).status).toBe(404);
      expect((await postDecision(oauth.agent, uid)).status).toBe(404);
      redirectUris = [listed];
      expect((await postDecision(oauth.agent, uid)).status).toBe(200);
      redirectUris = [CALLBACK];
    },
  );

  it('keeps its tokens while the server of the document is down: the MCP SDK does not forget them', async () => {
    const { provider, stored } = createProgram(`${origin}/client.json`);
    const forgotten: string[] = [];
    provider.invalidateCredentials = (what) => void forgotten.push(what);
    const options = { serverUrl: `${oauth.baseUrl}/v1` };
    await auth(provider, options);
    const callback = await decide(oauth.agent, stored.address?.href ?? '');
    const authorizationCode = callback.searchParams.get('code') ?? '';
    await auth(provider, { ...options, authorizationCode });
    isDown = true;
    const down = refresh(oauth.baseUrl, { client_id: `${origin}/client.json` }, 'x');
    expect(await errorOf(down)).toBe('503 temporarily_unavailable');
    expect((await down).headers.get('retry-after')).toBe('10');
    const page = await oauth.agent.open(authorizationAddress({ client_id: `${origin}/client.json` }));
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    await auth(provider, options).catch(() => undefined);
    expect(forgotten).toEqual([]);
    isDown = false;
  });

  it.each(['/other.json', ''])(
    '[D8-18] [D8-21] is refused if the document at %s is not its own',
    async (path) => {
      const answer = await oauth.agent.open(authorizationAddress({ client_id: `${origin}${path}` }));
      expect(answer.status).toBe(400);
      const form = { grant_type: 'refresh_token', refresh_token: 'x' };
      const token = sendForm(`${oauth.baseUrl}/oauth/token`, { client_id: `${origin}${path}` }, form);
      expect(await errorOf(token)).toBe('401 invalid_client');
    },
  );
});
