import { errorGroup, type Problem, Refusal } from '@countersign/base';

export const IDENTITY_ERRORS = {
  ...errorGroup('final', {
    invalid_request: 400,
    /** Of the token: removed. */
    token_invalid: 401,
    /** Not an owner or admin, or not the owner that is needed. */
    role_missing: 403,
    /** Neither a key's token nor a browser session. */
    api_key_required: 403,
    /** The account would have no active owner. */
    last_owner: 403,
    /** params: max. */
    too_many_api_keys: 403,
    /** In this account, invited ones included. */
    user_exists: 409,
    /** Cannot be activated or deactivated. */
    user_invited: 409,
    /** The invitation was accepted. */
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
    /** Or it needs another step. */
    session_missing: 401,
    /** 403, because browsers take 401 as the end of a session. */
    sign_in_failed: 403,
    /** The present one. */
    password_wrong: 403,
    /** Of an authenticator app or for recovery; wrong or used. */
    code_wrong: 403,
    /** Unknown, used or expired. */
    password_reset_not_found: 404,
    /** An authenticator app is in use. */
    totp_enabled: 409,
    /** None waits for its first code, or none is in use. */
    totp_not_begun: 409,
    /** The challenge has expired, or the answer is not right. */
    passkey_refused: 403,
    passkey_not_found: 404,
    /** params: max. */
    too_many_passkeys: 403,
    session_not_found: 404,
    /** The person is not an active user of it. */
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

/** Throws the code of the first, with the paths of all in `details`. */
export function refuseProblems(problems: readonly Problem<IdentityErrorCode>[]): void {
  const [first] = problems;
  if (first !== undefined) throw new IdentityError(first.code, first.params, { details: problems });
}
