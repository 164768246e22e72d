import { errorGroup, invalid, type Problem, Refusal } from '@countersign/base';

/** RFC 6749 5.2, RFC 6750 3.1, RFC 7009 2.2.1, RFC 8707 2 and `redirect_uri_mismatch` [5-17]. */
export const OAUTH_ERRORS = {
  ...errorGroup('final', {
    /** Missing, repeated or malformed parameters. */
    invalid_request: 400,
    /** Or an unknown API key. */
    invalid_client: 401,
    /** The code or refresh token. */
    invalid_grant: 400,
    /** Neither read nor write, or more than the user consented to. */
    invalid_scope: 400,
    /** `resource` is not this service. */
    invalid_target: 400,
    unsupported_grant_type: 400,
    unsupported_response_type: 400,
    /** Public clients revoke refresh tokens only. */
    unsupported_token_type: 400,
    /** Not registered exactly. */
    redirect_uri_mismatch: 400,
    /** By the user. */
    access_denied: 403,
    /** Or expired. */
    invalid_token: 401,
    /** Or decided already, or of another browser. */
    consent_not_found: 404,
    grant_not_found: 404,
    client_not_found: 404,
    /** params: max. */
    too_many_clients: 403,
  }),
  ...errorGroup('passing', {
    /** Its metadata document cannot be read. params: seconds. */
    client_unavailable: 503,
  }),
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
