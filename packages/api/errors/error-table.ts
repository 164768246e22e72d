import { codesOf, errorGroup, Refusal } from '@countersign/base';
import { IDENTITY_ERRORS, type IdentityError } from '@countersign/identity';
import { OAUTH_ERRORS, type OAuthError } from '@countersign/oauth';
import { SIGNING_ERRORS, type SigningError } from '@countersign/signing';

/** Those of the product are in `SIGNING_ERRORS`. */
const API_ERRORS = {
  ...errorGroup('final', {
    file_missing: 400,
    token_missing: 401,
    api_key_invalid: 401,
    /** params: scope. */
    scope_missing: 403,
    page_required: 403,
    route_not_found: 404,
    range_not_satisfiable: 416,
    /** Within 24 hours. */
    idempotency_key_reused: 409,
    /** It was carried out, but its answer was lost. */
    idempotency_outcome_unknown: 409,
  }),
  ...errorGroup('passing', {
    request_timeout: 408,
    /** The first request with the key is not finished. */
    idempotency_in_progress: 409,
    /** params: seconds. */
    rate_limit_exceeded: 429,
  }),
};

export type ApiErrorCode = keyof typeof API_ERRORS;

export class ApiError extends Refusal<ApiErrorCode> {}

export const ERRORS = {
  ...OAUTH_ERRORS,
  ...API_ERRORS,
  ...IDENTITY_ERRORS,
  ...SIGNING_ERRORS,
};

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES: readonly ErrorCode[] = codesOf(ERRORS);

/** Anything else is `internal_error`. */
export type KnownError = SigningError | IdentityError | OAuthError | ApiError;
