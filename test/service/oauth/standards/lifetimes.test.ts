import { afterEach, describe, expect, it, vi } from 'vitest';
import { useOAuthService } from '../use-oauth-service.ts';
import { errorOf, isAccepted, obtainCode, obtainTokens } from '../user-agent.ts';

const oauth = useOAuthService({});

describe('lifetimes', () => {
  afterEach(() => void vi.useRealTimers());

  it('[5-06] RFC 6749 7: the API MUST check that a token has not expired', async () => {
    const issuedAt = Date.now();
    const { access_token } = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.client);
    vi.useFakeTimers({ toFake: ['Date'], now: issuedAt + 3_590_000 });
    expect(await isAccepted(oauth.baseUrl, access_token)).toBe(true);
    vi.setSystemTime(issuedAt + 3_900_000);
    expect((await oauth.describeToken(access_token)).status).toBe(401);
  });

  it('[5-04] RFC 6749 4.1.2 and 10.5: codes MUST be short-lived', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.publicClient);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    expect(await errorOf(oauth.exchange(oauth.publicClient, form))).toBe('400 invalid_grant');
  });
});
