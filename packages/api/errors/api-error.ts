import { errorGroup, Refusal } from '@countersign/identity';

/** Those of the product are in `SIGNING_ERRORS`. */
export const API_ERRORS = {
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
