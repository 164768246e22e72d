import { errorGroup, Refusal } from '@countersign/identity';

/** Codes of HTTP; those of the product are in `SIGNING_ERRORS`. */
export const API_ERRORS = {
  ...errorGroup('final', {
    file_missing: 400,
    token_missing: 401,
    api_key_invalid: 401,
    /** params: scope. */
    scope_missing: 403,
    /** Only pages of this service may send the request. */
    page_required: 403,
    route_not_found: 404,
    range_not_satisfiable: 416,
    /** Another request used the key within 24 hours. */
    idempotency_key_reused: 409,
    /** The request with the key was carried out, but its answer was lost. */
    idempotency_outcome_unknown: 409,
  }),
  ...errorGroup('passing', {
    /** The client was too slow with the headers, part of the body, or the whole body. */
    request_timeout: 408,
    /** The first request with the key is not finished. */
    idempotency_in_progress: 409,
    /** params: seconds. */
    rate_limit_exceeded: 429,
  }),
};

export type ApiErrorCode = keyof typeof API_ERRORS;

export class ApiError extends Refusal<ApiErrorCode> {}
