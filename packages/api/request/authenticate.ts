import { hashSecret, isSameSecret } from '@countersign/base';
import { IdentityError, type SessionHolder } from '@countersign/identity';
import { OAuthError, type TokenHolder } from '@countersign/oauth';
import type { FastifyRequest } from 'fastify';
import type { ApiDeps, RouteDeps } from '../deps.ts';
import { ApiError, type KnownError } from '../errors/error-table.ts';
import { sharedWindowOf } from '../rate-limits.ts';
import type { Scope } from '../route.ts';
import { isFromOwnPage, readBearer, readSessionCookie } from './client.ts';
import { readClientAddress } from './client-address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    holder: TokenHolder | SessionHolder | null;
    /** Whether the holder still is one, once the body was read. */
    confirmAccess: () => Promise<void>;
    /** Found before the body was read, sent afterwards. */
    refusal: KnownError | null;
  }
}

type AuthenticationDeps = Pick<ApiDeps, 'tokens' | 'identity' | 'settings' | 'operator'>;
type VerifyToken = (bearer: string) => Promise<TokenHolder>;

/**
 * Identifies the holder of the token or session, and leaves refusals to later: rate limits come first. If nodes share
 * their counts, the statement that checks a token counts the request too.
 */
export async function authenticate(
  deps: AuthenticationDeps & Pick<ApiDeps, 'rateCounter'>,
  request: FastifyRequest,
): Promise<void> {
  request.holder = await identifyHolder(deps, request, async (bearer) => {
    const window = sharedWindowOf(deps, request, bearer);
    if (window === null) return deps.tokens.verify(bearer);
    const { holder, counted } = await deps.tokens.verifyAndCount(bearer, window);
    request.counted = counted;
    return holder;
  });
}

/** Public routes skip it: health checks must not need a database. */
async function identifyHolder(
  deps: AuthenticationDeps,
  request: FastifyRequest,
  verify: VerifyToken = deps.tokens.verify,
): Promise<FastifyRequest['holder']> {
  const scope = request.routeOptions.config.route?.scope ?? 'public';
  if (scope === 'public' || scope === 'page' || scope === 'operator') return null;
  const address = readClientAddress(request);
  const bearer = readBearer(request);
  const holder =
    bearer === null || scope === 'session'
      ? await findSessionHolder(deps, scope, request)
      : await nullIfInvalid(verify(bearer));
  return holder && { ...holder, address };
}

async function nullIfInvalid(verifying: Promise<TokenHolder>): Promise<TokenHolder | null> {
  try {
    return await verifying;
  } catch (error) {
    if (error instanceof OAuthError && error.code === 'invalid_token') return null;
    throw error;
  }
}

async function findSessionHolder(
  { identity, settings }: AuthenticationDeps,
  scope: Scope,
  request: FastifyRequest,
): Promise<SessionHolder | null> {
  if (scope === 'token' || !isFromOwnPage(request)) return null;
  const id = readSessionCookie(request, settings.baseUrl);
  return id === null ? null : identity.sessions.findHolder(id);
}

/**
 * Checks again when a body was read: its client decides how long that takes, and the access may have ended meanwhile.
 * Throws as `judgeAccess`.
 */
export async function confirmAccess(
  deps: AuthenticationDeps,
  scope: Scope,
  request: FastifyRequest,
): Promise<void> {
  if (request.holder === null) return;
  request.holder = await identifyHolder(deps, request);
  const refusal = judgeAccess(deps, scope, request);
  if (refusal !== null) throw refusal;
}

export function judgeAccess(
  deps: Pick<ApiDeps, 'operator'>,
  scope: Scope,
  request: FastifyRequest,
): KnownError | null {
  if (scope === 'public') return null;
  if (scope === 'operator') return judgeOperator(deps, request);
  const isPage = isFromOwnPage(request);
  if (scope === 'page' || scope === 'session') {
    if (!isPage) return new ApiError('page_required');
    if (scope === 'page') return null;
    return request.holder === null ? new IdentityError('session_missing') : judgeAccount(request);
  }
  if (readBearer(request) === null && request.holder === null)
    return isPage && scope !== 'token' ? new IdentityError('session_missing') : new ApiError('token_missing');
  if (request.holder === null) return new IdentityError('token_invalid');
  if (scope !== 'token' && !request.holder.scopes.includes(scope))
    return new ApiError('scope_missing', { scope });
  return judgeAccount(request);
}

/** Without OPERATOR_TOKEN there are no such routes. Hashes of equal length are compared, in constant time. */
function judgeOperator({ operator }: Pick<ApiDeps, 'operator'>, request: FastifyRequest): KnownError | null {
  if (operator === undefined) return new ApiError('route_not_found');
  const bearer = readBearer(request);
  if (bearer === null) return new ApiError('token_missing');
  const isRight = isSameSecret(Buffer.from(hashSecret(bearer)), Buffer.from(operator.tokenHash));
  return isRight ? null : new IdentityError('token_invalid');
}

/** Tokens of a closed or suspended account are not found; its sessions may reopen it. */
function judgeAccount({ holder, routeOptions }: FastifyRequest): KnownError | null {
  if (holder === null || !('accountStatus' in holder) || holder.accountStatus === 'active') return null;
  if (routeOptions.config.route?.servesClosedAccounts === true) return null;
  return new IdentityError(holder.accountStatus === 'suspended' ? 'account_suspended' : 'account_closed');
}

/** Finds the user at addresses that browsers open from other sites. Such a request decides nothing: only our pages do. */
export async function findBrowserCaller(
  { identity, settings }: RouteDeps,
  request: FastifyRequest,
): Promise<SessionHolder | null> {
  const id = readSessionCookie(request, settings.baseUrl);
  return id === null ? null : identity.sessions.findHolder(id);
}

/**
 * A program with a user's consent may not see or end what others have, nor make what outlives the consent,
 * such as users. Throws `api_key_required`.
 */
export function refuseOtherPrograms({ holder }: FastifyRequest): void {
  if (holder !== null && 'grantId' in holder && holder.grantId !== null)
    throw new IdentityError('api_key_required');
}
