/** Reasons for refusing authorization: RFC 6749 5.2, RFC 6750 3.1 and `redirect_uri_mismatch` [5-17]. */
export const OAUTH_ERROR_CODES = [
  /** A parameter is missing, repeated or malformed: correct the request. */
  'invalid_request',
  /** The client, or the API key that stands for one, is unknown. */
  'invalid_client',
  /** The code or refresh token is unknown, used or expired: start again. */
  'invalid_grant',
  /** Another scope than read or write was asked for. */
  'invalid_scope',
  /** The grant type is not offered here. */
  'unsupported_grant_type',
  /** redirect_uri is not exactly a registered one. */
  'redirect_uri_mismatch',
  /** The person said no. */
  'access_denied',
  /** The bearer token is unknown or expired: fetch a new one. */
  'invalid_token',
] as const;

export type OAuthErrorCode = (typeof OAUTH_ERROR_CODES)[number];

/** A rule of the authorization side said no. `params` fill the sentence; nothing secret is in them. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly params: Readonly<Record<string, string | number>>;

  constructor(
    code: OAuthErrorCode,
    params: Readonly<Record<string, string | number>> = {},
    options: { readonly cause?: unknown } = {},
  ) {
    super(code, options);
    this.name = 'OAuthError';
    this.code = code;
    this.params = params;
  }
}
