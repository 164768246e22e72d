import { errorGroup } from './refusals/error-group.ts';
import type { Problem } from './refusals/problem.ts';
import { Refusal } from './refusals/refusal.ts';

export const IDENTITY_ERRORS = {
  ...errorGroup('final', {
    /** A member is missing or malformed. */
    invalid_request: 400,
    /** The user or account of the token was removed. */
    token_invalid: 401,
    /** The caller is not an owner or admin, or is not the owner that is needed. */
    role_missing: 403,
    /** The token does not come from an API key, nor is this a browser session. */
    api_key_required: 403,
    /** The account would have no active owner. */
    last_owner: 403,
    /** params: max. */
    too_many_api_keys: 403,
    /** Among the users of the account, invited ones included. */
    user_exists: 409,
    /** An invited user cannot be activated or deactivated. */
    user_invited: 409,
    /** Only an invitation that is not accepted yet is sent again or withdrawn. */
    user_not_invited: 409,
    /** params: max. */
    too_many_invitations: 403,
    /** Not a PNG or JPEG, or too large. */
    logo_refused: 400,
    /** Unknown, used or withdrawn. */
    invitation_not_found: 404,
    invitation_expired: 410,
    user_not_found: 404,
    api_key_not_found: 404,
    /** No browser session, or one that ended or needs another step. */
    session_missing: 401,
    /** The email address, the password or the passkey. 403: browsers take 401 as the end of a session. */
    sign_in_failed: 403,
    /** The present password, where it is asked for. */
    password_wrong: 403,
    /** Of an authenticator app or for recovery; wrong or used. */
    code_wrong: 403,
    /** Unknown, used or expired. */
    password_reset_not_found: 404,
    /** An authenticator app is in use. */
    totp_enabled: 409,
    /** No authenticator app waits for its first code, or none is in use. */
    totp_not_begun: 409,
    /** The challenge has expired, or the answer of the browser is not right. */
    passkey_refused: 403,
    /** One of the person's own. */
    passkey_not_found: 404,
    /** params: max. */
    too_many_passkeys: 403,
    /** One of the person's own. */
    session_not_found: 404,
    /** None that the person is an active user of. */
    account_not_found: 404,
  }),
  ...errorGroup('passing', {
    /** params: seconds. */
    too_many_attempts: 429,
    /** To one address. params: seconds. */
    too_many_invitation_mails: 429,
  }),
};

export type IdentityErrorCode = keyof typeof IDENTITY_ERRORS;

export class IdentityError extends Refusal<IdentityErrorCode> {}

/** Throws if there is a problem: the code of the first, the paths of all in `details`. */
export function refuseProblems(problems: readonly Problem<IdentityErrorCode>[]): void {
  const [first] = problems;
  if (first !== undefined) throw new IdentityError(first.code, first.params, { details: problems });
}
