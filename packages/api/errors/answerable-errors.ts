import { holdsLargeBodies } from '../request/body-room.ts';
import type { Route } from '../route.ts';
import { ERROR_CODES, type ErrorCode } from './error-table.ts';

const COMMON_ERRORS = ['invalid_request', 'database_unavailable', 'internal_error'] as const;
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
  if (holdsLargeBodies(route)) codes.add('service_busy');
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
      return ['page_required', 'session_missing'];
    case 'token':
      return ['token_missing', 'token_invalid'];
    default:
      return ['token_missing', 'token_invalid', 'session_missing', 'scope_missing'];
  }
}
