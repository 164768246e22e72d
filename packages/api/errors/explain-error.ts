import { OAuthError, type OAuthErrorCode } from '@countersign/oauth';
import { SigningError, type SigningErrorCode } from '@countersign/signing';
import { BlobsUnavailable, DatabaseUnavailable } from '@countersign/signing/ports';

/** Faults of fastify and its parsers that are the request's: each is an `invalid_request`. Anything not listed is ours. */
const REQUEST_FAULTS: ReadonlySet<string> = new Set([
  'FST_ERR_BAD_URL',
  'FST_ERR_CTP_BODY_TOO_LARGE',
  'FST_ERR_CTP_EMPTY_JSON_BODY',
  'FST_ERR_CTP_EMPTY_TYPE',
  'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
  'FST_ERR_CTP_INVALID_JSON_BODY',
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
  'FST_ERR_CTP_INVALID_TYPE',
  'FST_ERR_MAX_PARAM_LENGTH',
  'FST_FIELDS_LIMIT',
  'FST_FILES_LIMIT',
  'FST_INVALID_JSON_FIELD_ERROR',
  'FST_INVALID_MULTIPART_CONTENT_TYPE',
  'FST_PARTS_LIMIT',
  'FST_PREMATURE_CLOSE',
  'FST_PROTO_VIOLATION',
]);

/** busboy has no codes; these are its words for a multipart body that is cut off or malformed. */
const MULTIPART_FAULTS =
  /^(Unexpected end of (multipart data|form|file)|Part terminated early|Malformed|Multipart:)/;

/**
 * What a client is told about an error. An unknown one is `internal_error`, whatever it is: a TypeError is never the
 * client's fault. The cause stays with it for the log.
 */
export function explainError(error: unknown): SigningError | OAuthError {
  if (error instanceof SigningError || error instanceof OAuthError) return error;
  if (error instanceof DatabaseUnavailable)
    return new SigningError('database_unavailable', {}, { cause: error });
  if (error instanceof BlobsUnavailable) return new SigningError('storage_unavailable', {}, { cause: error });
  if (isRequestFault(error)) {
    const details = [{ path: '', message: error.message }];
    return new SigningError('invalid_request', {}, { cause: error, details });
  }
  return new SigningError('internal_error', {}, { cause: error });
}

function isRequestFault(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') return REQUEST_FAULTS.has(error.code);
  return MULTIPART_FAULTS.test(error.message);
}

const PASSING: ReadonlySet<string> = new Set([
  'rate_limit_exceeded',
  'service_busy',
  'database_unavailable',
  'storage_unavailable',
] satisfies SigningErrorCode[]);

/** The word of RFC 6749 5.2 or RFC 6750 3.1 for a code of ours, on OAuth endpoints. */
export function toOAuthError(code: SigningErrorCode | OAuthErrorCode): string {
  if (code === 'api_key_invalid') return 'invalid_client';
  if (code === 'token_missing' || code === 'token_invalid') return 'invalid_token';
  if (code === 'scope_missing') return 'insufficient_scope';
  if (code === 'internal_error') return 'server_error';
  if (PASSING.has(code)) return 'temporarily_unavailable';
  return code;
}
