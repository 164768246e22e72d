import { IdentityError } from '@countersign/identity';
import { OAuthError, type TokenHolder, type Tokens } from '@countersign/oauth';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import type { KnownError } from '../errors/error-table.ts';
import type { Scope } from '../route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller by the access token; null without a valid one. */
    holder: TokenHolder | null;
    /** The error found before the body was read, sent afterwards. */
    refusal: KnownError | null;
  }
}

/**
 * Finds the caller of a token. Never throws, because rate limits come first. Public routes skip it: health checks
 * must not need a database.
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

/** Returns the error of a route with that scope, or null. */
export function judgeAccess(scope: Scope, request: FastifyRequest): KnownError | null {
  if (scope === 'public') return null;
  if (readBearer(request) === null) return new ApiError('token_missing');
  if (request.holder === null) return new IdentityError('token_invalid');
  if (scope === 'token' || request.holder.scopes.includes(scope)) return null;
  return new ApiError('scope_missing', { scope });
}

/** Returns the access token. RFC 6750 2.1: the scheme is case-insensitive. */
export function readBearer(request: FastifyRequest): string | null {
  const match = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}
