import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useOAuthService } from '../use-oauth-service.ts';
import {
  authorizationAddress,
  errorOf,
  locationOf,
  makeChallenge,
  obtainCode,
  type TestClient,
} from '../user-agent.ts';

const oauth = useOAuthService();

describe('RFC 7636', () => {
  const refuseChallenge = async (from: TestClient, pkce: Readonly<Record<string, string>>) => {
    const { searchParams } = locationOf(await oauth.agent.open(authorizationAddress(from, pkce)));
    expect(searchParams.get('error')).toBe('invalid_request');
  };

  it('4.4.1: the server MUST refuse a public client without a challenge', async () => {
    await refuseChallenge(oauth.publicClient, {});
  });

  it('4.4.1: the server MUST refuse another method than S256, from confidential clients too', async () => {
    const { challenge: code_challenge } = makeChallenge();
    for (const from of [oauth.client, oauth.publicClient]) {
      await refuseChallenge(from, { code_challenge, code_challenge_method: 'plain' });
      await refuseChallenge(from, { code_challenge, code_challenge_method: 's256' });
      // 4.3: the default of the method is plain.
      await refuseChallenge(from, { code_challenge });
    }
  });

  const MALFORMED = ['x'.repeat(42), 'x'.repeat(129), `${'x'.repeat(42)}!`];

  it.each(MALFORMED)(
    '4.2: a challenge has 43 to 128 unreserved characters, unlike %s',
    async (code_challenge) => {
      await refuseChallenge(oauth.publicClient, { code_challenge, code_challenge_method: 'S256' });
    },
  );

  it.each(MALFORMED)(
    '4.1: a verifier has 43 to 128 unreserved characters, unlike %s, though its challenge matches',
    async (code_verifier) => {
      const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
      const { form } = await obtainCode(oauth.agent, oauth.publicClient, { code_challenge });
      const answer = oauth.exchange(oauth.publicClient, { ...form, code_verifier });
      expect(await errorOf(answer)).toBe('400 invalid_request');
    },
  );

  it('4.6: the server MUST refuse a verifier that does not match, with invalid_grant', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.publicClient);
    const { verifier } = makeChallenge();
    expect(await errorOf(oauth.exchange(oauth.publicClient, { ...form, code_verifier: verifier }))).toBe(
      '400 invalid_grant',
    );
  });

  it('4.2 and 4.6: the server MUST support S256 as in the example of appendix B', async () => {
    const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    const code_challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    const { form } = await obtainCode(oauth.agent, oauth.publicClient, { code_challenge });
    expect((await oauth.exchange(oauth.publicClient, { ...form, code_verifier })).status).toBe(200);
  });

  it('4.4: the answer MUST NOT have the challenge in a form that others can read', async () => {
    const { challenge } = makeChallenge();
    const { location } = await obtainCode(oauth.agent, oauth.publicClient, { code_challenge: challenge });
    expect([...location.searchParams.keys()].sort()).toEqual(['code', 'iss', 'state']);
    const decoded = Buffer.from(location.searchParams.get('code') ?? '', 'base64url').toString('latin1');
    expect(location.href + decoded).not.toContain(challenge);
  });
});
