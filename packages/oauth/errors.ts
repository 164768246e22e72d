import { Refusal } from '@countersign/identity';

/** RFC 6749 5.2, RFC 6750 3.1 and `redirect_uri_mismatch` [5-17]. */
export const OAUTH_ERRORS = {
  /** A parameter is missing, repeated or malformed. */
  invalid_request: 400,
  /** The client or the API key is unknown. */
  invalid_client: 401,
  /** The code or refresh token is unknown, used or expired. */
  invalid_grant: 400,
  /** The scope is neither read nor write. */
  invalid_scope: 400,
  unsupported_grant_type: 400,
  /** redirect_uri is not registered exactly. */
  redirect_uri_mismatch: 400,
  /** The user denied access. */
  access_denied: 403,
  /** The bearer token is unknown or expired. */
  invalid_token: 401,
} as const;

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS;

export class OAuthError extends Refusal<OAuthErrorCode> {}
