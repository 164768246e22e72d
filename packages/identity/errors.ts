import { errorGroup, type Problem, Refusal } from '@countersign/base';

export const IDENTITY_ERRORS = {
  ...errorGroup('final', [
    'invalid_request',
    /** The user or account of the token was removed. */
    'token_invalid',
    /** The caller is not an owner or admin, or not the owner that is needed. */
    'role_missing',
    /** The caller is neither a key's token nor a browser session. */
    'api_key_required',
    /** The account would have no active owner. */
    'last_owner',
    /** The operator limited the account; `params` has limit and max. */
    'account_limit_reached',
    /** The operator named an account that does not exist. */
    'account_unknown',
    /** `params` has max. */
    'too_many_api_keys',
    /** A user of this account has the address, or is invited. */
    'user_exists',
    /** An invited user cannot be activated or deactivated. */
    'user_invited',
    /** The user has accepted the invitation. */
    'user_not_invited',
    /** `params` has max. */
    'too_many_invitations',
    /** The file is not a PNG or JPEG, or it is too large. */
    'logo_refused',
    /** The link is unknown, used or withdrawn. */
    'invitation_not_found',
    'invitation_expired',
    'user_not_found',
    'api_key_not_found',
    /** There is no session, or it needs another step. */
    'session_missing',
    'sign_in_failed',
    /** The given password is not the present one. */
    'password_wrong',
    /** The code of an authenticator app or for recovery is wrong or used. */
    'code_wrong',
    /** The link is unknown, used or expired. */
    'password_reset_not_found',
    /** An authenticator app is in use. */
    'totp_enabled',
    /** No app waits for its first code, or none is in use. */
    'totp_not_begun',
    /** The challenge has expired, or the answer is not right. */
    'passkey_refused',
    'passkey_not_found',
    /** `params` has max. */
    'too_many_passkeys',
    'session_not_found',
    /** The person is not an active user of the account. */
    'account_not_found',
    /** No single sign-on is set up for the address, the account or the service. */
    'single_sign_on_not_found',
    /** The account, or the service, is not entered with a password or passkey. */
    'single_sign_on_required',
    /** The attempt is unknown, used, expired, or another browser's. */
    'single_sign_on_expired',
    /** The provider refused the person, or they cancelled. */
    'single_sign_on_denied',
    /** The answer of the provider is not right. */
    'single_sign_on_invalid',
    /** The address is absent, not verified, or of another domain. */
    'single_sign_on_address_refused',
    /** Nobody here has the address, and new people do not join. */
    'single_sign_on_unknown_person',
    /** The user of the address is another subject of the provider. */
    'single_sign_on_linked',
    /** An owner who is invited accepts by the link of the mail. */
    'single_sign_on_owner_invited',
    'user_deactivated',
    /** A directory does not change the address of an owner, whose rights would be somebody else's. */
    'owner_address_kept',
    /** The session is of the single sign-on of an account, which does not reach the person's credentials. */
    'single_sign_on_session',
    /** A change of credentials needs a sign-in within the last minutes. `params` has minutes. */
    'sign_in_again',
    /** The provider's address or metadata is not usable. */
    'issuer_refused',
    /** Another account has verified the domain. */
    'domain_taken',
    'domain_not_found',
    /** The TXT record was not found, or single sign-on is required without a verified domain. */
    'domain_not_verified',
    /** `params` has max. */
    'too_many_domains',
    /** It was closed by its owner; `params` has until, an ISO date. An owner may reopen it. */
    'account_closed',
    /** The operator suspended it. */
    'account_suspended',
    /** It is neither closed nor suspended, or its time is over. */
    'account_not_reopenable',
  ]),
  ...errorGroup('passing', [
    /** `params` has seconds. */
    'too_many_attempts',
    /** Too many mails went to one address. `params` has seconds. */
    'too_many_invitation_mails',
    /** The provider does not respond, or with an error of its own. */
    'single_sign_on_unavailable',
  ]),
};

export type IdentityErrorCode = keyof typeof IDENTITY_ERRORS;

export class IdentityError extends Refusal<IdentityErrorCode> {}

/** Throws the code of the first problem, with the paths of all in `details`. */
export function refuseProblems(problems: readonly Problem<IdentityErrorCode>[]): void {
  const [first] = problems;
  if (first !== undefined) throw new IdentityError(first.code, first.params, { details: problems });
}
