import { errorGroup, type Problem, Refusal } from '@countersign/base';

export const IDENTITY_ERRORS = {
  ...errorGroup('final', [
    'invalid_request',
    /** Of the token: removed. */
    'token_invalid',
    /** Not an owner or admin, or not the owner that is needed. */
    'role_missing',
    /** Neither a key's token nor a browser session. */
    'api_key_required',
    /** The account would have no active owner. */
    'last_owner',
    /** params: max. */
    'too_many_api_keys',
    /** In this account, invited ones included. */
    'user_exists',
    /** Cannot be activated or deactivated. */
    'user_invited',
    /** The invitation was accepted. */
    'user_not_invited',
    /** params: max. */
    'too_many_invitations',
    /** Not a PNG or JPEG, or too large. */
    'logo_refused',
    /** Unknown, used or withdrawn. */
    'invitation_not_found',
    'invitation_expired',
    'user_not_found',
    'api_key_not_found',
    /** Or it needs another step. */
    'session_missing',
    'sign_in_failed',
    /** The present one. */
    'password_wrong',
    /** Of an authenticator app or for recovery; wrong or used. */
    'code_wrong',
    /** Unknown, used or expired. */
    'password_reset_not_found',
    /** An authenticator app is in use. */
    'totp_enabled',
    /** None waits for its first code, or none is in use. */
    'totp_not_begun',
    /** The challenge has expired, or the answer is not right. */
    'passkey_refused',
    'passkey_not_found',
    /** params: max. */
    'too_many_passkeys',
    'session_not_found',
    /** The person is not an active user of it. */
    'account_not_found',
  ]),
  ...errorGroup('passing', [
    /** params: seconds. */
    'too_many_attempts',
    /** To one address. params: seconds. */
    'too_many_invitation_mails',
  ]),
};

export type IdentityErrorCode = keyof typeof IDENTITY_ERRORS;

export class IdentityError extends Refusal<IdentityErrorCode> {}

/** Throws the code of the first, with the paths of all in `details`. */
export function refuseProblems(problems: readonly Problem<IdentityErrorCode>[]): void {
  const [first] = problems;
  if (first !== undefined) throw new IdentityError(first.code, first.params, { details: problems });
}
