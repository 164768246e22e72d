import { errorGroup } from './refusals/error-group.ts';
import type { Problem } from './refusals/problem.ts';
import { Refusal } from './refusals/refusal.ts';

/** Reasons for refusing what concerns accounts, users and keys. */
export const IDENTITY_ERRORS = errorGroup('final', {
  /** A member is missing or malformed: `details` name it. */
  invalid_request: 400,
  /** The user or the account of the token is gone. */
  token_invalid: 401,
  /** The caller is not an owner or admin, or not an owner where only owners may act. */
  role_missing: 403,
  /** API keys are managed with a token that came from an API key. */
  api_key_required: 403,
  /** The account would have no active owner. */
  last_owner: 403,
  /** params: max. */
  too_many_api_keys: 403,
  user_not_found: 404,
  api_key_not_found: 404,
});

export type IdentityErrorCode = keyof typeof IDENTITY_ERRORS;

/** A rule about accounts, users or keys refused. */
export class IdentityError extends Refusal<IdentityErrorCode> {}

/** Throws when there is any problem: the first one's code, every one's path in `details`. */
export function refuseProblems(problems: readonly Problem<IdentityErrorCode>[]): void {
  const [first] = problems;
  if (first !== undefined) throw new IdentityError(first.code, first.params, { details: problems });
}
