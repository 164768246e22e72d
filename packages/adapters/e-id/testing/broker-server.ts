import { followRedirects, makeKey, type OpenIdKey, startOpenIdServer } from '../../testing/openid-server.ts';

const CLAIM = 'https://id.oidc.se/claim/personalIdentityNumber';
const CLAIMS = ['name', 'given_name', 'family_name', CLAIM];

export interface BrokerServerOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUrl: string;
}

/** A person at the broker's pages; null if they cancel. */
export type BrokerPerson = {
  readonly personalNumber: string;
  readonly fullName: string;
  readonly givenName?: string;
  readonly familyName?: string;
} | null;

export type BrokerServer = Awaited<ReturnType<typeof startBrokerServer>>;

export async function startBrokerServer({ clientId, clientSecret, redirectUrl }: BrokerServerOptions) {
  let publishedKey: object | undefined;
  let padding = '';
  const key = makeKey();
  const server = await startOpenIdServer<NonNullable<BrokerPerson>>(key, {
    client: { client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUrl] },
    claims: { openid: ['sub'], profile: CLAIMS },
    subjectOf: (_, index) => `person-${index}`,
    claimsOf: ({ personalNumber, fullName, givenName, familyName }) => ({
      ...{ name: fullName, given_name: givenName, family_name: familyName },
      [CLAIM]: personalNumber,
    }),
    intercept(request, response) {
      if (request.url !== '/jwks' || publishedKey === undefined) return false;
      response.writeHead(200, { 'content-type': 'application/jwk-set+json' });
      response.end(JSON.stringify({ keys: [publishedKey] }) + padding);
      return true;
    },
  });
  return {
    ...server,
    /** Resolves with the query to come back with. `cookies` are those of an earlier visit. */
    async visit(
      authorizationUrl: string,
      visitor: BrokerPerson,
      cookies = new Map<string, string>(),
    ): Promise<string> {
      server.expectPerson(visitor);
      return (await followRedirects(authorizationUrl, redirectUrl, cookies)).search;
    },
    /** Publishes a key that signs nothing. */
    replaceKeys() {
      publishedKey = publicPartOf(makeKey());
    },
    /** Publishes the keys with so many blanks after them. */
    padKeys(length: number) {
      publishedKey = publicPartOf(key);
      padding = ' '.repeat(length);
    },
  };
}

function publicPartOf({ d: _, ...key }: OpenIdKey) {
  return key;
}
