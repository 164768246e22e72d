import { errorGroup, Refusal } from '@countersign/identity';

/** Codes that only HTTP knows; those of the product are in `SIGNING_ERRORS`. */
export const API_ERRORS = {
  ...errorGroup('final', {
    file_missing: 400,
    token_missing: 401,
    api_key_invalid: 401,
    /** params: scope. */
    scope_missing: 403,
    route_not_found: 404,
    range_not_satisfiable: 416,
    /** Another request had the key within 24 hours. */
    idempotency_key_reused: 409,
  }),
  ...errorGroup('passing', {
    /** The client was too slow: the headers, the next piece of the body, or the body as a whole. */
    request_timeout: 408,
    /** The first request with the key was not answered yet. */
    idempotency_in_progress: 409,
    /** params: seconds. */
    rate_limit_exceeded: 429,
  }),
};

export type ApiErrorCode = keyof typeof API_ERRORS;

/** The HTTP side refused. */
export class ApiError extends Refusal<ApiErrorCode> {}
