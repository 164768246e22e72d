import { describe, expect, it } from 'vitest';
import { useOAuthService } from '../use-oauth-service.ts';
import {
  basicOf,
  CALLBACK,
  errorOf,
  obtainCode,
  obtainTokens,
  postJson,
  refresh,
  registerTestClient,
} from '../user-agent.ts';

const oauth = useOAuthService();

describe('RFC 6749, token endpoint', () => {
  it('2.3.1: the server MUST support HTTP Basic, with form-encoded id and secret', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.client);
    const encoded = basicOf(oauth.client.client_id.replaceAll('-', '%2D'), oauth.client.client_secret ?? '');
    const answer = await oauth.sendRaw('/oauth/token', String(new URLSearchParams(form)), {
      authorization: encoded,
    });
    expect(answer.status).toBe(200);
  });

  it('2.3: the client MUST NOT use more than one authentication method', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.client);
    const { client_id, client_secret = '' } = oauth.client;
    const body = new URLSearchParams({ ...form, client_secret });
    const headers = { authorization: basicOf(client_id, client_secret) };
    expect(await errorOf(oauth.sendRaw('/oauth/token', String(body), headers))).toBe('400 invalid_request');
  });

  it('3.2: parameters of the token endpoint MUST NOT occur more than once', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.publicClient);
    const body = new URLSearchParams({ ...form, client_id: oauth.publicClient.client_id });
    for (const name of body.keys()) {
      const twice = `${body}&${name}=${encodeURIComponent(body.get(name) ?? '')}`;
      expect(await errorOf(oauth.sendRaw('/oauth/token', twice))).toBe('400 invalid_request');
    }
    expect((await oauth.sendRaw('/oauth/token', String(body))).status).toBe(200);
  });

  it('3.2: parameters without a value MUST be treated as omitted, unknown ones ignored', async () => {
    const empty = { resource: '', scope: '', client_secret: '' };
    const open = await obtainCode(oauth.agent, oauth.publicClient);
    const answer = await oauth.exchange(oauth.publicClient, { ...open.form, ...empty, unheard_of: 'x' });
    expect(answer.status).toBe(200);
    const { form } = await obtainCode(oauth.agent, oauth.client);
    expect((await oauth.exchange(oauth.client, { ...form, ...empty, client_id: '' })).status).toBe(200);
    expect(await errorOf(oauth.exchange(oauth.client, { ...form, code: '' }))).toBe('400 invalid_request');
  });

  it('3.2: the client MUST use POST', async () => {
    expect((await fetch(`${oauth.baseUrl}/oauth/token?grant_type=refresh_token`)).status).toBe(404);
  });

  it('3.3: the server MUST say the scope that it gave if it is not the one asked for', async () => {
    expect(
      await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client, { scope: 'write read' }),
    ).toMatchObject({
      scope: 'read write',
    });
  });

  it('4.1.2 and 4.1.3: a code MUST be bound to the client and the redirect URI', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.publicClient);
    const other = await registerTestClient(oauth.baseUrl);
    expect(await errorOf(oauth.exchange(other, form))).toBe('400 invalid_grant');
    const elsewhere = { ...form, redirect_uri: 'https://evil.example/' };
    expect(await errorOf(oauth.exchange(oauth.publicClient, elsewhere))).toBe('400 redirect_uri_mismatch');
  });

  it('4.1.2: the client MUST NOT use a code more than once; the server MUST deny it and SHOULD revoke', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.publicClient);
    const tokens = await (await oauth.exchange(oauth.publicClient, form)).json();
    expect(await errorOf(oauth.exchange(oauth.publicClient, form))).toBe('400 invalid_grant');
    expect(await errorOf(refresh(oauth.baseUrl, oauth.publicClient, tokens.refresh_token))).toBe(
      '400 invalid_grant',
    );
  });

  it('2.2, 3.2.1 and 4.1.3: the server MUST authenticate confidential clients, never by client_id alone', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.client);
    expect(await errorOf(oauth.exchange({ client_id: oauth.client.client_id }, form))).toBe(
      '401 invalid_client',
    );
    expect(await errorOf(oauth.exchange({ ...oauth.client, client_secret: 'x' }, form))).toBe(
      '401 invalid_client',
    );
    expect((await oauth.exchange(oauth.client, form)).status).toBe(200);
  });

  it('4.1.3: a client that does not authenticate MUST send its client_id', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.publicClient);
    const body = String(new URLSearchParams(form));
    expect(await errorOf(oauth.sendRaw('/oauth/token', body))).toBe('400 invalid_request');
  });

  it('5.1: Cache-Control no-store and Pragma no-cache MUST be in answers with tokens', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.client);
    const { headers } = await oauth.exchange(oauth.client, form);
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('5.2: an answer to wrong Basic credentials MUST be 401 with WWW-Authenticate of that scheme', async () => {
    const answer = await oauth.exchange(
      { ...oauth.client, client_secret: 'x' },
      { grant_type: 'refresh_token', refresh_token: 'x' },
    );
    expect([answer.status, answer.headers.get('www-authenticate')?.split(' ')[0]]).toEqual([401, 'Basic']);
  });

  it.each(['Bearer x', 'Basic', 'Basic %%%', 'Basic bm90aGluZw==', 'Basic bmFtZTo='])(
    '5.2: an unsupported method of authentication or half credentials (%s) are 401 invalid_client',
    async (authorization) => {
      const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' });
      const init = { method: 'POST', body: form, headers: { authorization } };
      const answer = await fetch(`${oauth.baseUrl}/oauth/token`, init);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
      expect([answer.status, (await answer.json()).error]).toEqual([401, 'invalid_client']);
    },
  );

  it('5.2: error_description MUST NOT have characters outside %x20-21 / %x23-5B / %x5D-7E', async () => {
    for (const form of [{}, { grant_type: 'x' }, { grant_type: 'refresh_token', refresh_token: 'é"\\' }]) {
      const { error_description } = await (
        await oauth.exchange(oauth.publicClient, form as Record<string, string>)
      ).json();
      expect(error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    }
  });

  it('6: a refresh token MUST be bound to its client, and never gives more scope than was given', async () => {
    const { refresh_token } = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.publicClient, {
      scope: 'read',
    });
    const other = await registerTestClient(oauth.baseUrl);
    expect(await errorOf(refresh(oauth.baseUrl, other, refresh_token))).toBe('400 invalid_grant');
    const wider = refresh(oauth.baseUrl, oauth.publicClient, refresh_token, { scope: 'read write' });
    expect(await errorOf(wider)).toBe('400 invalid_scope');
    expect((await refresh(oauth.baseUrl, oauth.publicClient, refresh_token)).status).toBe(200);
  });

  it('6: the server MUST authenticate confidential clients', async () => {
    const { refresh_token } = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client);
    for (const wrong of [{ client_id: oauth.client.client_id }, { ...oauth.client, client_secret: 'x' }])
      expect(await errorOf(refresh(oauth.baseUrl, wrong, refresh_token))).toBe('401 invalid_client');
    expect((await refresh(oauth.baseUrl, oauth.client, refresh_token)).status).toBe(200);
  });

  it('6: a new refresh token MUST have the scope of the old one, though less was asked for', async () => {
    const { refresh_token } = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.publicClient);
    const narrow = await (
      await refresh(oauth.baseUrl, oauth.publicClient, refresh_token, { scope: 'read' })
    ).json();
    expect(narrow).toMatchObject({ scope: 'read' });
    expect(await (await oauth.describeToken(narrow.access_token)).json()).toMatchObject({ scope: 'read' });
    const wide = await refresh(oauth.baseUrl, oauth.publicClient, narrow.refresh_token);
    expect(await wide.json()).toMatchObject({ scope: 'read write' });
  });

  it('2.3.1: credentials MUST NOT be in the request URI', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.client);
    const { client_id, client_secret = '' } = oauth.client;
    const query = new URLSearchParams({ client_id, client_secret });
    const answer = oauth.sendRaw(`/oauth/token?${query}`, String(new URLSearchParams(form)));
    expect(await errorOf(answer)).toBe('400 invalid_request');
    expect((await oauth.exchange(oauth.client, form)).status).toBe(200);
  });

  it.each(['client_credentials', 'password', 'implicit', 'urn:ietf:params:oauth:grant-type:device_code'])(
    '4 and 5.2: the grant %s, which is not offered, is unsupported_grant_type',
    async (grant_type) => {
      for (const from of [oauth.client, oauth.publicClient])
        expect(await errorOf(oauth.exchange(from, { grant_type }))).toBe('400 unsupported_grant_type');
    },
  );

  it('5.1: Cache-Control no-store and Pragma no-cache MUST be in every answer with tokens or credentials', async () => {
    const { refresh_token } = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.publicClient);
    const secret = {
      client_name: 'x',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'client_secret_basic',
    };
    const answers = [
      await refresh(oauth.baseUrl, oauth.publicClient, refresh_token),
      await refresh(oauth.baseUrl, oauth.publicClient, 'x'),
      await oauth.register(secret),
      await oauth.agent.page('POST', '/v1/users/me/oauth-clients', secret),
      await oauth.agent.page('POST', '/v1/account/api-keys', {
        name: 'x',
        currentPassword: 'correct horse',
      }),
      await postJson(`${oauth.baseUrl}/v1/auth/token`, { apiKey: oauth.service.apiKey }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 201, 201, 201, 200]);
    for (const { url, headers } of answers)
      expect([url, headers.get('cache-control'), headers.get('pragma')]).toEqual([
        url,
        'no-store',
        'no-cache',
      ]);
  });
});
