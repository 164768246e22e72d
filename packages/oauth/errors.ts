import { Refusal } from '@countersign/identity';

/** Reasons for refusing authorization, with their HTTP status: RFC 6749 5.2, RFC 6750 3.1 and `redirect_uri_mismatch` [5-17]. */
export const OAUTH_ERRORS = {
  /** A parameter is missing, repeated or malformed: correct the request. */
  invalid_request: 400,
  /** The client, or the API key that stands for one, is unknown. */
  invalid_client: 401,
  /** The code or refresh token is unknown, used or expired: start again. */
  invalid_grant: 400,
  /** Another scope than read or write was asked for. */
  invalid_scope: 400,
  /** The grant type is not offered here. */
  unsupported_grant_type: 400,
  /** redirect_uri is not exactly a registered one. */
  redirect_uri_mismatch: 400,
  /** The person said no. */
  access_denied: 403,
  /** The bearer token is unknown or expired: fetch a new one. */
  invalid_token: 401,
} as const;

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS;

/** A rule of the authorization side refused. */
export class OAuthError extends Refusal<OAuthErrorCode> {}
