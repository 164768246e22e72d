import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useOAuthService } from '../use-oauth-service.ts';
import {
  authorizationAddress,
  CALLBACK,
  errorOf,
  obtainTokens,
  openConsent,
  postJson,
  registerTestClient,
} from '../user-agent.ts';

const oauth = useOAuthService();

describe('RFC 7591', () => {
  it('2: the server MUST ignore metadata that it does not understand', async () => {
    const unknown = { jwks_uri: 'https://example.com/keys', software_statement: 'x', unheard_of: [1] };
    const answer = await oauth.register({ ...unknown, 'client_name#sv': 'Arkiv' });
    const { warnings, ...registered } = await answer.json();
    expect(answer.status).toBe(201);
    for (const name of [...Object.keys(unknown), 'client_name#sv']) {
      expect(registered).not.toHaveProperty([name]);
      expect(warnings).toContainEqual({ code: 'unknown_member', path: name });
    }
  });

  it.each(['client_uri', 'logo_uri', 'tos_uri', 'policy_uri'])(
    '2: %s MUST be the address of a web page',
    async (name) => {
      for (const address of [
        ...['javascript:alert(1)', 'data:text/html,x', '/about'],
        ...[
          'https://x.example/ https://bank.example/',
          'https://x.example/\u202eknab',
          'https://\u0430.com/',
        ],
      ])
        expect(await errorOf(oauth.register({ [name]: address }))).toBe('400 invalid_client_metadata');
    },
  );

  it('3.2.1: the answer MUST have all registered metadata, and client_secret_expires_at with a secret', async () => {
    const metadata = {
      client_name: 'x',
      redirect_uris: [CALLBACK, `${CALLBACK}?x=1`],
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      client_uri: 'https://example.com/',
      logo_uri: 'https://example.com/logo.png',
      tos_uri: 'https://example.com/terms',
      policy_uri: 'https://example.com/policy',
      scope: 'read',
      contacts: ['anna@example.com'],
    };
    const answer = await oauth.register(metadata);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(await answer.json()).toEqual({
      ...metadata,
      client_id: expect.any(String),
      client_id_issued_at: expect.any(Number),
      client_secret: expect.any(String),
      client_secret_expires_at: 0,
    });
  });

  it('3.2.2: errors are 400 with invalid_redirect_uri or invalid_client_metadata', async () => {
    const wrong = { redirect_uris: ['http://x.example/'] };
    expect(await errorOf(oauth.register(wrong))).toBe('400 invalid_redirect_uri');
    expect(await errorOf(oauth.register({ client_name: undefined }))).toBe('400 invalid_client_metadata');
  });

  it('3.2.1: ids and secrets MUST be unique for each client', async () => {
    const method = { token_endpoint_auth_method: 'client_secret_basic' };
    const made = await Promise.all([1, 2, 3].map(() => registerTestClient(oauth.baseUrl, method)));
    expect(new Set(made.map(({ client_id }) => client_id)).size).toBe(3);
    expect(new Set(made.map(({ client_secret }) => client_secret)).size).toBe(3);
  });

  it('5: metadata MUST be treated as self-asserted: the consent names the host that gets the code', async () => {
    const claims = {
      client_name: 'Countersign',
      client_uri: oauth.baseUrl,
      logo_uri: `${oauth.baseUrl}/logo.png`,
    };
    const pretender = await registerTestClient(oauth.baseUrl, {
      ...{ ...claims, redirect_uris: ['https://evil.example/'] },
      token_endpoint_auth_method: 'client_secret_basic',
    });
    const address = authorizationAddress(pretender, { redirect_uri: 'https://evil.example/' });
    const consent = await (
      await oauth.agent.page('GET', `/oauth/consents/${await openConsent(oauth.agent, address)}`)
    ).json();
    expect(consent).toMatchObject({ clientName: 'Countersign', redirectHost: 'evil.example' });
    expect(JSON.stringify(consent)).not.toContain('logo.png');
  });

  it('2.1: the server MUST keep clients from a state that is not consistent', async () => {
    for (const wrong of [{ grant_types: ['implicit'] }, { response_types: ['token'] }, { grant_types: [] }])
      expect(await errorOf(oauth.register(wrong))).toBe('400 invalid_client_metadata');
    // Grant types limit nothing [4.2-42], so that none contradicts the response type.
    const only = await registerTestClient(oauth.baseUrl, { grant_types: ['refresh_token'] });
    expect(await obtainTokens(oauth.baseUrl, oauth.agent, only)).toMatchObject({ token_type: 'Bearer' });
  });

  it('3: the endpoint MUST accept POST with a JSON object, and nothing else', async () => {
    expect((await fetch(`${oauth.baseUrl}/oauth/register`)).status).toBe(404);
    const form = String(new URLSearchParams({ client_name: 'x', redirect_uris: CALLBACK }));
    expect(await errorOf(oauth.sendRaw('/oauth/register', form))).toMatch(/^4\d\d invalid_client_metadata$/);
    for (const body of [[], 'x', null]) {
      const answer = postJson(`${oauth.baseUrl}/oauth/register`, body);
      expect(await errorOf(answer)).toBe('400 invalid_client_metadata');
    }
  });

  it('3.2.1 and RFC 9700 4.15.1: the server chooses the id, never the client', async () => {
    const wanted = { client_id: randomUUID(), client_secret: 'x', client_id_issued_at: 1 };
    const made = await (await oauth.register(wanted)).json();
    expect(made.client_id).not.toBe(wanted.client_id);
    expect(made).not.toHaveProperty('client_secret');
    expect(made.client_id_issued_at).toBeGreaterThan(1);
  });
});
