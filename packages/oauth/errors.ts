import { errorGroup, invalid, type Problem, Refusal } from '@countersign/base';

/** RFC 6749 5.2, RFC 6750 3.1, RFC 7009 2.2.1, RFC 8707 2 and `redirect_uri_mismatch` [5-17]. */
export const OAUTH_ERRORS = {
  ...errorGroup('final', [
    /** Missing, repeated or malformed parameters. */
    'invalid_request',
    /** Or an unknown API key. */
    'invalid_client',
    /** The code or refresh token. */
    'invalid_grant',
    /** Neither read nor write, or more than the user consented to. */
    'invalid_scope',
    /** `resource` is not this service. */
    'invalid_target',
    'unsupported_grant_type',
    'unsupported_response_type',
    /** Public clients revoke refresh tokens only. */
    'unsupported_token_type',
    /** Not registered exactly. */
    'redirect_uri_mismatch',
    /** By the user. */
    'access_denied',
    /** Or expired. */
    'invalid_token',
    /** Or decided already, or of another browser. */
    'consent_not_found',
    'grant_not_found',
    'client_not_found',
    /** params: max. */
    'too_many_clients',
  ]),
  ...errorGroup('passing', [
    /** Its metadata document cannot be read. params: seconds. */
    'client_unavailable',
  ]),
};

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS;

export class OAuthError extends Refusal<OAuthErrorCode> {}

/** Throws the code of the first, with the paths of all in `details`. */
export function refuseProblems(problems: readonly Problem<'invalid_request'>[]): void {
  const [first] = problems;
  if (first !== undefined) throw new OAuthError(first.code, first.params, { details: problems });
}

/** Throws `invalid_request`, which names the parameters. */
export function requireParameters(parameters: URLSearchParams, names: readonly string[]): void {
  refuseProblems(
    names.filter((name) => (parameters.get(name) ?? '') === '').map((name) => invalid(name, 'required')),
  );
}

/** RFC 6749 3.1 and 3.2: parameters occur once. Throws `invalid_request`. */
export function refuseRepeated(parameters: URLSearchParams): void {
  const repeated = new Set([...parameters.keys()].filter((name, index, all) => all.indexOf(name) !== index));
  refuseProblems([...repeated].map((name) => invalid(name, 'repeated')));
}
