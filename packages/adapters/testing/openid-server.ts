import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type ClientMetadata } from 'oidc-provider';

export interface OpenIdServerOptions<Person> {
  readonly client: ClientMetadata & { readonly client_id: string };
  /** The claims of each scope. */
  readonly claims: Record<string, string[]>;
  /** `index` counts the people who signed in before. */
  subjectOf(person: Person, index: number): string;
  claimsOf(person: Person): Readonly<Record<string, unknown>>;
  /** Answers a request in place of the provider, or prepares its answer. Returns whether it has answered. */
  intercept(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whether the client may be answered at an address below one of its own. */
  readonly allowsBelow?: boolean;
}

/** A real OpenID Connect provider on this machine, at whose pages one person signs in or cancels. */
export async function startOpenIdServer<Person extends object>(
  key: OpenIdKey,
  { client, claims, subjectOf, claimsOf, intercept, allowsBelow = false }: OpenIdServerOptions<Person>,
) {
  let visitor: Person | null = null;
  const people = new Map<string, Person>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ ...client, id_token_signed_response_alg: 'ES256' }],
    claims,
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['test'] },
    jwks: { keys: [key] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => {
      const person = people.get(accountId);
      return { accountId, claims: () => ({ ...(person && claimsOf(person)), sub: accountId }) };
    },
  });
  if (allowsBelow)
    provider.Client.prototype.redirectUriAllowed = (url: string) =>
      (client.redirect_uris ?? []).some((known) => url === known || url.startsWith(`${known}/`));
  const handle = provider.callback();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (intercept(request, response)) return;
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response);
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (visitor === null) return provider.interactionFinished(request, response, { error: 'access_denied' });
    if (prompt.name === 'login') {
      const accountId = subjectOf(visitor, people.size);
      people.set(accountId, visitor);
      return provider.interactionFinished(request, response, { login: { accountId } });
    }
    const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: client.client_id });
    grant.addOIDCScope(String(params.scope));
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  }

  return {
    issuer,
    /** The person whose browser comes next; null if they cancel. */
    expectPerson(person: Person | null) {
      visitor = person;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What a browser does at the provider's pages. Resolves with the address that the provider leads back to. */
export async function followRedirects(
  authorizationUrl: string,
  redirectUrl: string,
  cookies = new Map<string, string>(),
): Promise<URL> {
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
  return url;
}

export type OpenIdKey = ReturnType<typeof makeKey>;

export function makeKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'test' };
}
