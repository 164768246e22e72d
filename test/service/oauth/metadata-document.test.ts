import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../packages/adapters/e-id/testing/certificates.ts';
import { useOAuthService } from './use-oauth-service.ts';
import {
  authorizationAddress,
  CALLBACK,
  errorOf,
  obtainCode,
  obtainTokens,
  openConsent,
  refresh,
  sendForm,
} from './user-agent.ts';

const authority = makeCertificate({ commonName: 'Test authority', isAuthority: true });
const { certificate, key } = makeCertificate({ commonName: 'localhost', issuer: authority });
/** The server of the program's makers. */
const programServer = createServer({ cert: certificate, key }, (request, response) => {
  const client_id = request.url === '/other.json' ? 'https://elsewhere.example/' : `${origin}${request.url}`;
  response.end(JSON.stringify({ client_id, client_name: 'Desk app', redirect_uris: [CALLBACK] }));
});
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => programServer.listen(0, 'localhost', resolve));
  origin = `https://localhost:${(programServer.address() as AddressInfo).port}`;
});
afterAll(() => {
  programServer.closeAllConnections();
  programServer.close();
});

const oauth = useOAuthService({}, { documentFetcher: { loopbackAuthorityPem: authority.certificate } });

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

  it('[4.2-08] [5-12] must use PKCE', async () => {
    const client = { client_id: `${origin}/client.json` };
    const { form } = await obtainCode(oauth.agent, client);
    const { code_verifier: _, ...without } = form;
    expect(await errorOf(sendForm(`${oauth.baseUrl}/oauth/token`, client, without))).toBe(
      '400 invalid_request',
    );
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
