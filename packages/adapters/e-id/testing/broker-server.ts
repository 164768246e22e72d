import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

const CLAIM = 'https://id.oidc.se/claim/personalIdentityNumber';
const CLAIMS = ['name', 'given_name', 'family_name', CLAIM];

export interface BrokerServerOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUrl: string;
}

/** At the broker's pages. Null: cancels. */
export type BrokerPerson = {
  readonly personalNumber: string;
  readonly fullName: string;
  readonly givenName?: string;
  readonly familyName?: string;
} | null;

export type BrokerServer = Awaited<ReturnType<typeof startBrokerServer>>;

export async function startBrokerServer({ clientId, clientSecret, redirectUrl }: BrokerServerOptions) {
  let person: BrokerPerson = null;
  let publishedKey: object | undefined;
  let padding = '';
  const people = new Map<string, NonNullable<BrokerPerson>>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = makeKey();
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUrl] },
        id_token_signed_response_alg: 'ES256',
      },
    ],
    claims: { openid: ['sub'], profile: CLAIMS },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['test'] },
    jwks: { keys: [key] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => {
        const { personalNumber, fullName, givenName, familyName } = people.get(accountId) ?? {};
        const parts = { given_name: givenName, family_name: familyName };
        return { sub: accountId, name: fullName, ...parts, [CLAIM]: personalNumber };
      },
    }),
  });
  const handle = provider.callback();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/jwks' && publishedKey !== undefined) {
      response.writeHead(200, { 'content-type': 'application/jwk-set+json' });
      return void response.end(JSON.stringify({ keys: [publishedKey] }) + padding);
    }
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response);
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (person === null) return provider.interactionFinished(request, response, { error: 'access_denied' });
    if (prompt.name === 'login') {
      const accountId = `person-${people.size}`;
      people.set(accountId, person);
      return provider.interactionFinished(request, response, { login: { accountId } });
    }
    const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId });
    grant.addOIDCScope(String(params.scope));
    grant.addOIDCClaims(CLAIMS);
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  }

  return {
    issuer,
    /** Resolves with the query to come back with. */
    async visit(
      authorizationUrl: string,
      visitor: BrokerPerson,
      /** Of an earlier visit. */
      cookies = new Map<string, string>(),
    ): Promise<string> {
      person = visitor;
      return followRedirects(authorizationUrl, redirectUrl, cookies);
    },
    /** Null: they cancel. */
    expectPerson(visitor: BrokerPerson) {
      person = visitor;
    },
    /** Publishes a key that signs nothing. */
    replaceKeys() {
      publishedKey = publicPartOf(makeKey());
    },
    /** With so many blanks after them. */
    padKeys(length: number) {
      publishedKey = publicPartOf(key);
      padding = ' '.repeat(length);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What a browser does at the provider's pages. Resolves with the query that the provider leads back with. */
export async function followRedirects(
  authorizationUrl: string,
  redirectUrl: string,
  cookies = new Map<string, string>(),
): Promise<string> {
  let url = new URL(authorizationUrl);
  while (!url.href.startsWith(redirectUrl)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const page = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of page.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split('=', 2) ?? [];
      cookies.set(name, value);
    }
    const location = page.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${page.status} ${await page.text()}`);
    url = new URL(location, url);
  }
  return url.search;
}

function publicPartOf({ d: _, ...key }: ReturnType<typeof makeKey>) {
  return key;
}

export function makeKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'test' };
}
