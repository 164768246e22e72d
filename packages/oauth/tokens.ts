import { bindOperations, createJobRunner, hashSecret, type JobRunner } from '@countersign/base';
import { type Caller, SCOPES, type Scope } from '@countersign/identity';
import { OAuthError } from './errors.ts';
import { OAUTH_JOBS, type OAuthJob } from './grants.ts';
import type { HeldAccessToken, RequestCount, RequestWindow, TokensDeps } from './ports.ts';

/**
 * Parses scopes (RFC 6749 3.3). Absent or blank means both [4.2-10]. Throws `invalid_scope` with the unknown
 * word.
 */
export function parseScope(scope: string | undefined): readonly Scope[] {
  const words = (scope ?? '').split(' ').filter((word) => word !== '');
  if (words.length === 0) return SCOPES;
  const unknown = words.find((word) => !isScope(word));
  if (unknown !== undefined) throw new OAuthError('invalid_scope', { scope: unknown });
  return SCOPES.filter((scopeName) => words.includes(scopeName));
}

/** Formats scopes in the order of `SCOPES`. */
export function formatScope(scopes: readonly Scope[]): string {
  return scopes.join(' ');
}

function isScope(word: string): word is Scope {
  return SCOPES.some((scope) => scope === word);
}

/** Tokens are valid for an hour [5-06]. */
export const ACCESS_TOKEN_LIFETIME_SECONDS = 3600;

/** The prefix is not in the specification. */
const ACCESS_TOKEN_PREFIX = 'at_';

/** The answer of RFC 6749 5.1. */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** The time is in seconds. */
  readonly expires_in: number;
  readonly scope: string;
}

/** The holder of a token, and its end. */
export interface TokenHolder extends Caller {
  /** It is null for tokens of API keys. */
  readonly grantId: string | null;
  readonly expiresAt: Date;
}

export interface Tokens {
  /** Exchanges an API key for a token. Throws `invalid_scope`, or `invalid_client` [5-20]. */
  exchangeApiKey(apiKey: string, scope?: string): Promise<TokenResponse>;
  /** Finds the holder of a token. Throws `invalid_token`. */
  verify(bearer: string): Promise<TokenHolder>;
  /**
   * Does the same, and counts a request of a valid token. Throws `invalid_token`, and counts nothing then.
   */
  verifyAndCount(
    bearer: string,
    window: RequestWindow,
  ): Promise<{ readonly holder: TokenHolder; readonly counted: RequestCount }>;
  readonly jobs: JobRunner<OAuthJob>;
}

export function createTokens(deps: TokensDeps): Tokens {
  return {
    ...bindOperations(deps, { exchangeApiKey, verify, verifyAndCount }),
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
    grantId: null,
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
  return holderOf(token);
}

async function verifyAndCount({ store, clock }: TokensDeps, bearer: string, window: RequestWindow) {
  const found = await store.findAndCount(hashSecret(bearer), clock.now(), window);
  if (found === null) throw new OAuthError('invalid_token');
  return { holder: holderOf(found.token), counted: found.counted };
}

function holderOf(token: HeldAccessToken): TokenHolder {
  return {
    userId: token.userId,
    accountId: token.accountId,
    scopes: token.scopes,
    apiKeyId: token.apiKeyId,
    grantId: token.grantId,
    clientId: token.clientId,
    expiresAt: token.expiresAt,
  };
}
