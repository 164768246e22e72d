import { generateKeyPairSync } from 'node:crypto';
import { hashSecret, isSameSecret } from '@countersign/base';
import { SCOPES } from '@countersign/identity';
import inject from 'light-my-request';
import Provider, { type Configuration, errors } from 'oidc-provider';
import {
  CONSENT_PREFIX,
  currentRequest,
  LIBRARY_PATHS,
  type LibraryDeps,
  type LoadedLibrary,
} from './deps.ts';
import { OAuthError } from './errors.ts';
import { createLibraryStorage } from './library-storage.ts';
import { ACCESS_TOKEN_LIFETIME_SECONDS } from './tokens.ts';

/** A code is valid for ten minutes [5-04]. */
const CODE_LIFETIME_SECONDS = 10 * 60;
/** A refresh token is valid for 60 days [5-07]. */
const REFRESH_TOKEN_LIFETIME_SECONDS = 60 * 24 * 60 * 60;
/** Signing in and consenting may take this time, which is not in the specification. */
const CONSENT_LIFETIME_SECONDS = 60 * 60;
const RESUME_COOKIE = 'resume';

export function startLibrary(deps: LibraryDeps): LoadedLibrary {
  const provider = new Provider(deps.issuer, configure(deps));
  // The library documents this method for hashed secrets.
  provider.Client.prototype.compareClientSecret = compareSecret;
  provider.on('grant.error', (_context, error) => noteFault(error));
  provider.on('revocation.error', (_context, error) => noteFault(error));
  provider.on('server_error', (_context, error) => noteFault(error));
  const handle = provider.callback();
  return {
    async send({ method, path, query, form, authorization, resume }) {
      const answer = await inject((request, response) => void handle(request, response), {
        method,
        url: query === undefined ? path : `${path}?${query}`,
        headers: {
          accept: 'application/json',
          ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          ...(authorization === undefined ? {} : { authorization }),
          ...(resume === undefined ? {} : { cookie: `${RESUME_COOKIE}=${resume}` }),
        },
        ...(form === undefined ? {} : { payload: form.toString() }),
      });
      const { fault, isOtherRedirect = false } = currentRequest();
      const refusal = explainFault(fault, isOtherRedirect);
      if (fault !== undefined && refusal === undefined) throw fault;
      const { location } = answer.headers;
      return {
        status: answer.statusCode,
        location: typeof location === 'string' ? location : undefined,
        body: answer.payload,
        refusal,
      };
    },
  };
}

function configure(deps: LibraryDeps): Configuration {
  return {
    adapter: createLibraryStorage(deps),
    routes: LIBRARY_PATHS,
    scopes: [...SCOPES],
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    // ID tokens are not issued, but without a key the library would use a published one.
    jwks: { keys: [makeUnusedKey()] },
    cookies: { names: { session: 'session', interaction: 'interaction', resume: RESUME_COOKIE } },
    pkce: { required: (_context, client) => client.clientAuthMethod === 'none' },
    allowOmittingSingleRegisteredRedirectUri: false,
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: { enabled: false },
      revocation: { enabled: true, allowedPolicy: mayRevoke },
    },
    interactions: { url: (_context, { uid }) => `${CONSENT_PREFIX}${uid}` },
    findAccount: async (_context, userId) => ({ accountId: userId, claims: async () => ({ sub: userId }) }),
    // Every login has a grant of its own, because revoking one must not end others.
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    issueRefreshToken: async () => true,
    rotateRefreshToken: () => true,
    // Signing out does not end grants.
    expiresWithSession: async () => false,
    formats: { bitsOfOpaqueRandomness: 256 },
    ttl: {
      AccessToken: ACCESS_TOKEN_LIFETIME_SECONDS,
      AuthorizationCode: CODE_LIFETIME_SECONDS,
      RefreshToken: REFRESH_TOKEN_LIFETIME_SECONDS,
      Interaction: CONSENT_LIFETIME_SECONDS,
      Grant: REFRESH_TOKEN_LIFETIME_SECONDS,
      Session: CONSENT_LIFETIME_SECONDS,
      IdToken: ACCESS_TOKEN_LIFETIME_SECONDS,
    },
    renderError: (context, out, error) => {
      noteFault(error);
      context.body = out;
    },
  };
}

function makeUnusedKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' } as never;
}

function noteFault(error: unknown): void {
  const running = currentRequest();
  // The first error is the cause of later ones.
  running.fault ??= error;
}

function compareSecret(this: { clientSecret?: string }, given: string): boolean {
  return isSameSecret(Buffer.from(hashSecret(given)), Buffer.from(this.clientSecret ?? ''));
}

/** A client may revoke its own tokens only, and a public client refresh tokens only [4.2-26]. */
function mayRevoke(
  _context: unknown,
  client: { readonly clientId: string; readonly clientAuthMethod?: string | undefined },
  token: { readonly clientId?: string | undefined; readonly kind: string },
): boolean {
  if (token.clientId !== client.clientId) return false;
  if (client.clientAuthMethod !== 'none' || token.kind === 'RefreshToken') return true;
  noteFault(new OAuthError('unsupported_token_type'));
  return false;
}

/** Returns undefined for faults of this service. */
function explainFault(fault: unknown, isOtherRedirect: boolean): OAuthError | undefined {
  if (fault instanceof OAuthError) return fault;
  if (!(fault instanceof errors.OIDCProviderError) || fault.statusCode >= 500) return undefined;
  const options = { cause: fault };
  if (fault instanceof errors.InvalidGrant && isOtherRedirect)
    return new OAuthError('redirect_uri_mismatch', {}, options);
  switch (fault.error) {
    case 'invalid_client':
    case 'invalid_client_metadata':
      return new OAuthError('invalid_client', {}, options);
    case 'invalid_redirect_uri':
      return new OAuthError('redirect_uri_mismatch', {}, options);
    case 'invalid_grant':
    case 'invalid_scope':
    case 'unsupported_grant_type':
    case 'unsupported_response_type':
    case 'access_denied':
      return new OAuthError(fault.error, {}, options);
    default:
      return new OAuthError('invalid_request', {}, options);
  }
}
