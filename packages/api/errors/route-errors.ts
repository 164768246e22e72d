import { type ErrorParams, type Problem, problem } from '@countersign/base';
import type { Route } from '../route.ts';
import { ERROR_CODES, type ErrorCode } from './error-table.ts';

/** A service that starts or stops is busy. */
const COMMON_ERRORS = ['invalid_request', 'database_unavailable', 'service_busy', 'internal_error'] as const;
const IDEMPOTENCY_ERRORS = [
  'idempotency_in_progress',
  'idempotency_key_reused',
  'idempotency_outcome_unknown',
] as const;

export function answerableErrors(route: Route): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([
    ...route.errors,
    ...COMMON_ERRORS,
    ...errorsOfAccess(route),
    ...(route.idempotent === true ? IDEMPOTENCY_ERRORS : []),
  ]);
  if (route.unlimited !== true) codes.add('rate_limit_exceeded');
  const { body, form, fields } = route.schemas;
  if (body !== undefined || form !== undefined || fields !== undefined) codes.add('request_timeout');
  return ERROR_CODES.filter((code) => codes.has(code));
}

function errorsOfAccess({ scope }: Route): readonly ErrorCode[] {
  switch (scope) {
    case 'public':
      return [];
    case 'page':
      return ['page_required'];
    case 'session':
      return ['page_required', 'session_missing', 'account_closed', 'account_suspended'];
    case 'token':
      return ['token_missing', 'token_invalid'];
    default:
      return [
        'token_missing',
        'token_invalid',
        'session_missing',
        'scope_missing',
        'account_closed',
        'account_suspended',
      ];
  }
}

/** What `invalid_request` can mean for a whole request. */
export const REQUEST_RULES = [
  'body_missing',
  'body_object',
  'body_array',
  'body_size',
  'body_incomplete',
  'body_complexity',
  'json',
  'json_content_type',
  'form_content_type',
  'json_encoding',
  'multipart',
  'multipart_parts',
  'multipart_boundary',
  'content_encoding',
  'headers_size',
  'http',
  'address',
] as const;

export type RequestRule = (typeof REQUEST_RULES)[number];

/** Makes a problem of the request, as `invalid` does of a member. */
export function invalidRequest(rule: RequestRule, params: ErrorParams = {}): Problem<'invalid_request'> {
  return problem('invalid_request', '', { rule, ...params });
}
