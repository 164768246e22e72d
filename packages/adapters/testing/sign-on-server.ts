import { createPrivateKey, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { followRedirects, makeKey } from '../e-id/testing/broker-server.ts';

/** Claims of a person at the provider. Null: cancels. */
export type SignOnPerson = (Readonly<Record<string, unknown>> & { readonly sub: string }) | null;

export type SignOnServer = Awaited<ReturnType<typeof startSignOnServer>>;

export const SIGN_ON_CLIENT = { clientId: 'countersign', clientSecret: 'a secret of the client' };

const EMAIL_CLAIMS = ['email', 'email_verified'];
const PROFILE_CLAIMS = ['name', 'given_name', 'family_name', 'groups', 'realm_access', 'hd'];

/** A real OpenID Connect provider whose ID tokens may be forged. */
export async function startSignOnServer(redirectUrl: string, signOutUrl = redirectUrl) {
  const { clientId, clientSecret } = SIGN_ON_CLIENT;
  let person: SignOnPerson = null;
  let forge: ((claims: Record<string, unknown>) => Record<string, unknown>) | null = null;
  let status: number | null = null;
  const people = new Map<string, NonNullable<SignOnPerson>>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = makeKey();
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUrl] },
        post_logout_redirect_uris: [signOutUrl],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    claims: { openid: ['sub'], email: EMAIL_CLAIMS, profile: PROFILE_CLAIMS },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['test'] },
    jwks: { keys: [key] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ ...people.get(accountId), sub: accountId }),
    }),
  });
  const handle = provider.callback();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (status !== null) {
      response.writeHead(status);
      return void response.end();
    }
    if (request.url === '/token' && forge !== null) forgeAnswer(response, key, forge);
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response);
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (person === null) return provider.interactionFinished(request, response, { error: 'access_denied' });
    if (prompt.name === 'login') {
      people.set(person.sub, person);
      return provider.interactionFinished(request, response, { login: { accountId: person.sub } });
    }
    const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId });
    grant.addOIDCScope(String(params.scope));
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  }

  return {
    issuer,
    ...SIGN_ON_CLIENT,
    /** Resolves with the query to come back with. */
    visit(authorizationUrl: string, visitor: SignOnPerson): Promise<string> {
      person = visitor;
      return followRedirects(authorizationUrl, redirectUrl);
    },
    /** The person whose browser comes next. Null: cancels. */
    expectPerson(visitor: SignOnPerson) {
      person = visitor;
    },
    /** Signs other claims than the person's with the provider's key. Null: as they are. */
    forgeTokens(change: typeof forge) {
      forge = change;
    },
    /** Answers everything with the status. Null: as a provider. */
    failWith(code: number | null) {
      status = code;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Replaces the ID token of an answer before it is sent. */
function forgeAnswer(
  response: ServerResponse,
  key: ReturnType<typeof makeKey>,
  change: (claims: Record<string, unknown>) => Record<string, unknown>,
): void {
  const end = response.end.bind(response);
  response.end = ((body: unknown) => {
    const { id_token: token = '', ...tokens } = JSON.parse(String(body));
    const [header = '', payload = ''] = String(token).split('.');
    const claims = change(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    const text = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
    const privateKey = createPrivateKey({ key, format: 'jwk' });
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    const forged = { ...tokens, id_token: `${text}.${signature.toString('base64url')}` };
    const sent = Buffer.from(JSON.stringify(forged));
    response.setHeader('content-length', sent.length);
    return end(sent);
  }) as typeof response.end;
}
