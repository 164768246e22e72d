import { describe, expect, it } from 'vitest';
import { useOAuthService } from '../use-oauth-service.ts';
import { errorOf, isAccepted, obtainTokens, refresh, sendForm, type TestClient } from '../user-agent.ts';

const oauth = useOAuthService();

describe('RFC 7009', () => {
  const revoke = (from: TestClient, form: Record<string, string>) =>
    sendForm(`${oauth.baseUrl}/oauth/revoke`, from, form);

  it('2: the server MUST support revocation of refresh tokens', async () => {
    const { refresh_token } = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client);
    expect((await revoke(oauth.client, { token: refresh_token })).status).toBe(200);
    expect(await errorOf(refresh(oauth.baseUrl, oauth.client, refresh_token))).toBe('400 invalid_grant');
  });

  it('2.1: the server MUST find a token whatever the hint says', async () => {
    const { access_token, refresh_token } = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client);
    const wrongly = await revoke(oauth.client, { token: access_token, token_type_hint: 'refresh_token' });
    expect([wrongly.status, await isAccepted(oauth.baseUrl, access_token)]).toEqual([200, false]);
    const again = await revoke(oauth.client, { token: refresh_token, token_type_hint: 'access_token' });
    expect(again.status).toBe(200);
    expect(await errorOf(refresh(oauth.baseUrl, oauth.client, refresh_token))).toBe('400 invalid_grant');
  });

  it('2.1: a token is in the body of a POST request, and a GET request ends nothing', async () => {
    const { access_token } = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client);
    const query = new URLSearchParams({ token: access_token });
    expect((await fetch(`${oauth.baseUrl}/oauth/revoke?${query}`)).status).toBe(404);
    const inQuery = sendForm(`${oauth.baseUrl}/oauth/revoke?${query}`, oauth.client, {});
    expect(await errorOf(inQuery)).toBe('400 invalid_request');
    expect(await isAccepted(oauth.baseUrl, access_token)).toBe(true);
  });

  it('2.1: the server MUST verify credentials and that the token is of the client', async () => {
    const tokens = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.publicClient);
    expect(await errorOf(revoke({ ...oauth.client, client_secret: 'x' }, { token: 'x' }))).toBe(
      '401 invalid_client',
    );
    expect((await revoke(oauth.client, { token: tokens.refresh_token })).status).toBe(400);
    expect((await refresh(oauth.baseUrl, oauth.publicClient, tokens.refresh_token)).status).toBe(200);
  });

  it('2.1: the token MUST NOT be used again: its end is immediate, and takes the access tokens of its grant along', async () => {
    const tokens = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client);
    const next = await (await refresh(oauth.baseUrl, oauth.client, tokens.refresh_token)).json();
    expect((await revoke(oauth.client, { token: next.refresh_token })).status).toBe(200);
    for (const { access_token } of [tokens, next])
      expect(await isAccepted(oauth.baseUrl, access_token)).toBe(false);
  });

  it('2.2.1: a token of a kind that the client may not revoke is unsupported_token_type', async () => {
    const { access_token } = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.publicClient);
    expect(await errorOf(revoke(oauth.publicClient, { token: access_token }))).toBe(
      '400 unsupported_token_type',
    );
    expect(await isAccepted(oauth.baseUrl, access_token)).toBe(true);
  });
});
