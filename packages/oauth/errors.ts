import { errorGroup, invalid, type Problem, Refusal } from '@countersign/base';

/** RFC 6749 5.2, RFC 6750 3.1, RFC 7009 2.2.1, RFC 8707 2 and `redirect_uri_mismatch` [5-17] define these. */
export const OAUTH_ERRORS = {
  ...errorGroup('final', [
    /** A parameter is missing, repeated or malformed. */
    'invalid_request',
    /** The client or API key is unknown, or its secret is wrong. */
    'invalid_client',
    /** The code or refresh token cannot be used. */
    'invalid_grant',
    /** A scope is neither read nor write, or is more than the user consented to. */
    'invalid_scope',
    /** `resource` is not this service. */
    'invalid_target',
    'unsupported_grant_type',
    'unsupported_response_type',
    /** Public clients revoke refresh tokens only. */
    'unsupported_token_type',
    /** The address is not registered exactly so. */
    'redirect_uri_mismatch',
    /** The user denied access. */
    'access_denied',
    /** The access token is unknown or expired. */
    'invalid_token',
    /** The consent is unknown, decided already, or of another browser. */
    'consent_not_found',
    'grant_not_found',
    'client_not_found',
    /** `params` has max. */
    'too_many_clients',
  ]),
  ...errorGroup('passing', [
    /** The client's metadata document cannot be read. `params` has seconds. */
    'client_unavailable',
  ]),
};

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS;

export class OAuthError extends Refusal<OAuthErrorCode> {}

/** Throws the code of the first problem, with the paths of all in `details`. */
export function refuseProblems(problems: readonly Problem<'invalid_request'>[]): void {
  const [first] = problems;
  if (first !== undefined) throw new OAuthError(first.code, first.params, { details: problems });
}

/** Throws `invalid_request`, which names the missing parameters. */
export function requireParameters(parameters: URLSearchParams, names: readonly string[]): void {
  refuseProblems(
    names.filter((name) => (parameters.get(name) ?? '') === '').map((name) => invalid(name, 'required')),
  );
}

/** Throws `invalid_request` for parameters that occur more than once (RFC 6749 3.1 and 3.2). */
export function refuseRepeated(parameters: URLSearchParams): void {
  const repeated = new Set([...parameters.keys()].filter((name, index, all) => all.indexOf(name) !== index));
  refuseProblems([...repeated].map((name) => invalid(name, 'repeated')));
}
