import {
  type ApiKey,
  type Caller,
  type Clock,
  createJobRunner,
  hashSecret,
  type IdSource,
  type JobRunner,
} from '@countersign/identity';
import { OAuthError } from '../errors.ts';
import { OAUTH_JOBS, type OAuthJob } from '../jobs/registry.ts';
import type { AccessTokenStore } from '../ports.ts';
import { formatScope, parseScope } from './parse-scope.ts';

/** Seconds until an access token expires [5-06]. */
export const ACCESS_TOKEN_LIFETIME_SECONDS = 3600;

/** Tells an access token from an API key (`sk_`) in a log or a pasted snippet. Ours: the form is not specified. */
const ACCESS_TOKEN_PREFIX = 'at_';

export interface TokensDeps {
  readonly store: AccessTokenStore;
  /** Returns the key, or null if it is unknown or its user cannot act. */
  claimApiKey(secret: string): Promise<ApiKey | null>;
  readonly clock: Clock;
  readonly ids: Pick<IdSource, 'secret'>;
}

/** RFC 6749 5.1. */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly scope: string;
}

/** Who holds the token, and until when. */
export interface TokenHolder extends Caller {
  readonly expiresAt: Date;
}

export interface Tokens {
  /** Throws `invalid_scope`, or `invalid_client` for an unknown key [5-20]. */
  exchangeApiKey(apiKey: string, scope?: string): Promise<TokenResponse>;
  /** Throws `invalid_token` when the token is unknown or its time is over. */
  verify(bearer: string): Promise<TokenHolder>;
  readonly jobs: JobRunner<OAuthJob>;
}

export function createTokens(deps: TokensDeps): Tokens {
  return {
    exchangeApiKey: (apiKey, scope) => exchangeApiKey(deps, apiKey, scope),
    verify: (bearer) => verify(deps, bearer),
    jobs: createJobRunner<TokensDeps, OAuthJob>(deps, OAUTH_JOBS),
  };
}

async function exchangeApiKey(deps: TokensDeps, apiKey: string, scope?: string): Promise<TokenResponse> {
  const scopes = parseScope(scope);
  const owner = await deps.claimApiKey(apiKey);
  if (owner === null) throw new OAuthError('invalid_client');
  const accessToken = `${ACCESS_TOKEN_PREFIX}${deps.ids.secret()}`;
  const createdAt = deps.clock.now();
  const expiresAt = new Date(createdAt.getTime() + ACCESS_TOKEN_LIFETIME_SECONDS * 1000);
  const { userId, accountId, apiKeyId } = owner;
  await deps.store.insert({
    tokenHash: hashSecret(accessToken),
    userId,
    accountId,
    apiKeyId,
    scopes,
    createdAt,
    expiresAt,
  });
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_LIFETIME_SECONDS,
    scope: formatScope(scopes),
  };
}

async function verify(deps: TokensDeps, bearer: string): Promise<TokenHolder> {
  const token = await deps.store.findByHash(hashSecret(bearer));
  if (token === null) throw new OAuthError('invalid_token');
  if (token.expiresAt.getTime() <= deps.clock.now().getTime()) throw new OAuthError('invalid_token');
  return {
    userId: token.userId,
    accountId: token.accountId,
    scopes: token.scopes,
    apiKeyId: token.apiKeyId,
    expiresAt: token.expiresAt,
  };
}
