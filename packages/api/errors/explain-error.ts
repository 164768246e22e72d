import { IdentityError } from '@countersign/identity';
import { OAuthError } from '@countersign/oauth';
import { refusal, SigningError } from '@countersign/signing';
import { BlobsUnavailable, DatabaseUnavailable } from '@countersign/signing/ports';
import { ApiError } from './api-error.ts';
import { ERRORS, type ErrorCode, type KnownError } from './error-table.ts';
import { invalidRequest, type RequestRule } from './request-rules.ts';

/** Errors of fastify and its parsers that become `invalid_request`. */
const REQUEST_FAULTS: ReadonlyMap<string, RequestRule> = new Map([
  ['FST_ERR_BAD_URL', 'address'],
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'body_size'],
  ['FST_ERR_CTP_EMPTY_TYPE', 'json_content_type'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'body_incomplete'],
  ['FST_ERR_CTP_INVALID_JSON_BODY', 'json'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'json_content_type'],
  ['FST_ERR_CTP_INVALID_TYPE', 'json_content_type'],
  ['FST_ERR_MAX_PARAM_LENGTH', 'address'],
  ['FST_FIELDS_LIMIT', 'multipart_parts'],
  ['FST_FILES_LIMIT', 'multipart_parts'],
  ['FST_INVALID_JSON_FIELD_ERROR', 'multipart'],
  ['FST_INVALID_MULTIPART_CONTENT_TYPE', 'multipart'],
  ['FST_MP_PREMATURE_CLOSE', 'multipart'],
  ['FST_PARTS_LIMIT', 'multipart_parts'],
  ['FST_PREMATURE_CLOSE', 'multipart'],
  ['FST_PROTO_VIOLATION', 'multipart'],
]);

/** busboy has no codes; these are its messages for malformed multipart bodies. */
const MULTIPART_FAULTS =
  /^(Unexpected end of (multipart data|form|file)|Part terminated early|Malformed|Multipart:)/;

/** Unknown errors are `internal_error`. The cause is for the log; `bodyLimit` is in bytes. */
export function explainError(error: unknown, bodyLimit: number): KnownError {
  if (isKnown(error)) return error;
  if (error instanceof DatabaseUnavailable)
    return new SigningError('database_unavailable', {}, { cause: error });
  if (error instanceof BlobsUnavailable) return new SigningError('storage_unavailable', {}, { cause: error });
  const rule = findRequestFault(error);
  if (rule === undefined) return new SigningError('internal_error', {}, { cause: error });
  const params = rule === 'body_size' ? { max: bodyLimit } : {};
  return refusal(invalidRequest(rule, params), undefined, { cause: error });
}

function isKnown(error: unknown): error is KnownError {
  return [SigningError, IdentityError, OAuthError, ApiError].some((known) => error instanceof known);
}

function findRequestFault(error: unknown): RequestRule | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return REQUEST_FAULTS.get(error.code);
  return MULTIPART_FAULTS.test(error.message) ? 'multipart' : undefined;
}

/** RFC 6749 5.2 and RFC 6750 3.1. */
export function toOAuthError(code: ErrorCode): string {
  if (code === 'api_key_invalid') return 'invalid_client';
  if (code === 'token_missing' || code === 'token_invalid') return 'invalid_token';
  if (code === 'scope_missing') return 'insufficient_scope';
  if (code === 'internal_error') return 'server_error';
  if (ERRORS[code].permanence === 'passing') return 'temporarily_unavailable';
  return code;
}

/** RFC 7591 3.2.2. */
export function toRegistrationError({ code, details }: KnownError): string {
  if (code !== 'invalid_request') return toOAuthError(code);
  const isRedirect = details.some(({ path }) => path.startsWith('redirect_uris'));
  return isRedirect ? 'invalid_redirect_uri' : 'invalid_client_metadata';
}
