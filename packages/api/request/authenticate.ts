import { IdentityError } from '@countersign/identity';
import { OAuthError, type TokenHolder, type Tokens } from '@countersign/oauth';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import type { KnownError } from '../errors/error-table.ts';
import type { Scope } from '../route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who the access token says it is; null without a valid one. */
    holder: TokenHolder | null;
    /** Why the request may not go on, found before its body was read and told after. */
    refusal: KnownError | null;
  }
}

/**
 * Finds whose token it is. Never refuses: rate limits come first, and need to know. Public routes ask no database whose
 * token somebody sends: they answer everybody alike, and health checks also without a database.
 */
export async function identifyHolder(tokens: Tokens, request: FastifyRequest): Promise<TokenHolder | null> {
  if ((request.routeOptions.config.route?.scope ?? 'public') === 'public') return null;
  const bearer = readBearer(request);
  if (bearer === null) return null;
  try {
    return await tokens.verify(bearer);
  } catch (error) {
    if (error instanceof OAuthError && error.code === 'invalid_token') return null;
    throw error;
  }
}

/** What a route of that scope says to the request; null when it may go on. */
export function judgeAccess(scope: Scope, request: FastifyRequest): KnownError | null {
  if (scope === 'public') return null;
  if (readBearer(request) === null) return new ApiError('token_missing');
  if (request.holder === null) return new IdentityError('token_invalid');
  if (scope === 'token' || request.holder.scopes.includes(scope)) return null;
  return new ApiError('scope_missing', { scope });
}

/** The access token of the request. RFC 6750 2.1: the scheme is case-insensitive. */
export function readBearer(request: FastifyRequest): string | null {
  const match = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}
