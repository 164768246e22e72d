import { describe, expect, it } from 'vitest';
import { useOAuthService } from '../use-oauth-service.ts';
import {
  authorizationAddress,
  errorOf,
  locationOf,
  obtainCode,
  openConsent,
  refresh,
} from '../user-agent.ts';

const oauth = useOAuthService();

describe('RFC 8707', () => {
  const refused = () => [
    '/v1',
    'v1',
    `${oauth.baseUrl}/v1#here`,
    `${oauth.baseUrl}/v1#`,
    `${oauth.baseUrl}@evil.example/`,
  ];

  it('2: resource MUST be an absolute address without fragment; another service is invalid_target', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.publicClient);
    for (const resource of refused()) {
      const location = locationOf(await oauth.agent.open(authorizationAddress(oauth.client, { resource })));
      expect([resource, location.searchParams.get('error')]).toEqual([resource, 'invalid_target']);
      expect(await errorOf(oauth.exchange(oauth.publicClient, { ...form, resource }))).toBe(
        '400 invalid_target',
      );
    }
    const answer = await oauth.exchange(oauth.publicClient, { ...form, resource: oauth.baseUrl });
    expect(answer.status).toBe(200);
    const { refresh_token } = await answer.json();
    for (const resource of refused())
      expect(await errorOf(refresh(oauth.baseUrl, oauth.publicClient, refresh_token, { resource }))).toBe(
        '400 invalid_target',
      );
    expect((await refresh(oauth.baseUrl, oauth.publicClient, refresh_token)).status).toBe(200);
  });

  it('2: several addresses may be named, of which none may be of another service', async () => {
    const address = authorizationAddress(oauth.client, { resource: oauth.baseUrl });
    await openConsent(oauth.agent, `${address}&resource=${encodeURIComponent(`${oauth.baseUrl}/v1`)}`);
    const foreign = `${address}&resource=${encodeURIComponent('https://elsewhere.example/')}`;
    expect(locationOf(await oauth.agent.open(foreign)).searchParams.get('error')).toBe('invalid_target');
  });
});
