import { createPrivateKey, sign } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { followRedirects, makeKey, type OpenIdKey, startOpenIdServer } from './openid-server.ts';

/** Claims of a person at the provider; null if they cancel. */
export type SignOnPerson = (Readonly<Record<string, unknown>> & { readonly sub: string }) | null;

export type SignOnServer = Awaited<ReturnType<typeof startSignOnServer>>;

export const SIGN_ON_CLIENT = { clientId: 'countersign', clientSecret: 'a secret of the client' };

const EMAIL_CLAIMS = ['email', 'email_verified'];
const PROFILE_CLAIMS = ['name', 'given_name', 'family_name', 'groups', 'realm_access', 'hd'];

type Forge = (claims: Record<string, unknown>) => Record<string, unknown>;

/** A real OpenID Connect provider whose ID tokens may be forged. Its client has addresses below the one given, too. */
export async function startSignOnServer(redirectUrl: string, signOutUrl = redirectUrl) {
  const { clientId, clientSecret } = SIGN_ON_CLIENT;
  let forge: Forge | null = null;
  let status: number | null = null;
  let exchanges = 0;
  const key = makeKey();
  const server = await startOpenIdServer<NonNullable<SignOnPerson>>(key, {
    client: {
      ...{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUrl] },
      post_logout_redirect_uris: [signOutUrl],
    },
    claims: { openid: ['sub'], email: EMAIL_CLAIMS, profile: PROFILE_CLAIMS },
    subjectOf: ({ sub }) => sub,
    claimsOf: (person) => person,
    allowsBelow: true,
    intercept(request, response) {
      if (request.url === '/token') exchanges += 1;
      if (status !== null) {
        response.writeHead(status);
        response.end();
        return true;
      }
      if (request.url === '/token' && forge !== null) forgeAnswer(response, key, forge);
      return false;
    },
  });
  return {
    ...server,
    ...SIGN_ON_CLIENT,
    /** Resolves with the path and query to come back to. */
    async visit(authorizationUrl: string, visitor: SignOnPerson): Promise<string> {
      server.expectPerson(visitor);
      const { pathname, search } = await followRedirects(authorizationUrl, redirectUrl);
      return pathname + search;
    },
    /** Counts the codes that it was sent. */
    countExchanges: () => exchanges,
    /** Signs other claims than the person's with the provider's key; null leaves them as they are. */
    forgeTokens(change: Forge | null) {
      forge = change;
    },
    /** Answers everything with the status; null lets the provider answer. */
    failWith(code: number | null) {
      status = code;
    },
  };
}

/** Replaces the ID token of an answer before it is sent. */
function forgeAnswer(response: ServerResponse, key: OpenIdKey, change: Forge): void {
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
