import { describe, expect, it } from 'vitest';
import { useOAuthService } from '../use-oauth-service.ts';
import { authorizationAddress, decide, locationOf } from '../user-agent.ts';

const oauth = useOAuthService();

describe('RFC 9207', () => {
  it('2: iss MUST be in every answer, with codes and with errors', async () => {
    const allowed = await decide(oauth.agent, authorizationAddress(oauth.client));
    const denied = await decide(oauth.agent, authorizationAddress(oauth.client), 'deny');
    const refused = locationOf(await oauth.agent.open(authorizationAddress(oauth.client, { scope: 'x' })));
    const wrong = locationOf(
      await oauth.agent.open(authorizationAddress(oauth.client, { response_type: 'token' })),
    );
    const foreign = locationOf(
      await oauth.agent.open(authorizationAddress(oauth.client, { resource: 'https://elsewhere.example' })),
    );
    const unchallenged = locationOf(await oauth.agent.open(authorizationAddress(oauth.publicClient)));
    const twice = locationOf(await oauth.agent.open(`${authorizationAddress(oauth.client)}&state=other`));
    const { issuer } = await (await fetch(`${oauth.baseUrl}/.well-known/oauth-authorization-server`)).json();
    for (const { searchParams } of [allowed, denied, refused, wrong, foreign, unchallenged, twice])
      expect(searchParams.getAll('iss')).toEqual([issuer]);
  });

  it('2: iss MUST be an address without query and fragment', async () => {
    const { searchParams } = await decide(oauth.agent, authorizationAddress(oauth.client));
    expect(searchParams.get('iss')).toMatch(/^https?:\/\/[^?#]+$/);
  });

  it('2.3: the metadata MUST have the same issuer, and MUST say that answers have it', async () => {
    const metadata = await (await fetch(`${oauth.baseUrl}/.well-known/oauth-authorization-server`)).json();
    const { searchParams } = await decide(oauth.agent, authorizationAddress(oauth.client));
    expect(metadata).toMatchObject({
      ...{ issuer: searchParams.get('iss'), authorization_response_iss_parameter_supported: true },
    });
  });
});
