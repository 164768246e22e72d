import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Language } from '@countersign/base/locale';
import { errorMessage } from '@countersign/i18n';
import { IdentityError } from '@countersign/identity';
import { DocumentFault, OAuthError } from '@countersign/oauth';
import { refusal, SigningError } from '@countersign/signing';
import { BlobsUnavailable, DatabaseUnavailable } from '@countersign/signing/ports';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { chooseErrorLanguage } from '../request/client.ts';
import type { Route } from '../route.ts';
import { ApiError, ERROR_STATUSES, ERRORS, type ErrorCode, type KnownError } from './error-table.ts';
import { invalidRequest, type RequestRule } from './route-errors.ts';

/** The answer is in English, since no header can be trusted. */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  log: FastifyBaseLogger,
): void {
  log.info({ code: error.code }, 'connection refused');
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const explained = explainClientError(error);
  const { code, params } = explained;
  const status = ERROR_STATUSES[code];
  const details = explained instanceof SigningError ? explained.details : [];
  const message = errorMessage('en', code, params);
  const described = details.map(({ path }) => ({ path, message }));
  const body = JSON.stringify({
    success: false,
    message,
    code: status,
    errorCode: code,
    ...(described.length === 0 ? {} : { details: described }),
  });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`);
}

/** Codes of Node's parser start with HPE. */
function explainClientError({ code }: NodeJS.ErrnoException): KnownError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('request_timeout');
  if (code === 'HPE_HEADER_OVERFLOW') return refusal(invalidRequest('headers_size'));
  if (code === 'HPE_INVALID_EOF_STATE') return refusal(invalidRequest('body_incomplete'));
  return refusal(invalidRequest('http'));
}

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
function explainError(error: unknown, bodyLimit: number): KnownError {
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
  if (ERRORS[code] === 'passing') return 'temporarily_unavailable';
  return code;
}

type OAuthShape = Exclude<Route['errorShape'], 'scim' | undefined>;

/** Chooses the error of registrations (RFC 7591 3.2.2). */
function toRegistrationError({ code, details }: KnownError): string {
  if (code !== 'invalid_request') return toOAuthError(code);
  const isRedirect = details.some(({ path }) => path.startsWith('redirect_uris'));
  return isRedirect ? 'invalid_redirect_uri' : 'invalid_client_metadata';
}

/** Sends an error in the requested language [7-10]. The cause of a 5xx is only logged. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = chooseErrorLanguage(request);
  const explained = explainError(request.refusal ?? error, request.routeOptions.bodyLimit);
  const status = ERROR_STATUSES[explained.code];
  request.errorCode = explained.code;
  logError(request, explained, status);
  const challenge = challengeOf(explained, request);
  if (challenge !== null) reply.header('www-authenticate', challenge);
  if (ERRORS[explained.code] === 'passing' && !reply.hasHeader('retry-after'))
    reply.header('retry-after', explained.params.seconds ?? SECONDS_WHEN_BUSY);
  const shape = request.routeOptions.config.route?.errorShape;
  if (shape === 'scim') return sendScimError(explained, language, reply);
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(buildErrorBody(explained, status, language, shape)));
}

/** RFC 7644 3.12. Directories show `detail` to their administrators. */
function sendScimError(error: KnownError, language: Language, reply: FastifyReply): FastifyReply {
  const { code, params, details } = error;
  const { status, scimType } = describeScimError(error);
  const [first] = details;
  const body = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail: errorMessage(language, first?.code ?? code, first?.params ?? params),
  };
  return reply.code(status).type('application/scim+json; charset=utf-8').send(JSON.stringify(body));
}

function describeScimError({ code, details }: KnownError): {
  readonly status: number;
  readonly scimType?: string;
} {
  switch (code) {
    case 'user_exists':
      return { status: 409, scimType: 'uniqueness' };
    case 'single_sign_on_address_refused':
      return { status: 400, scimType: 'invalidValue' };
    case 'invalid_request':
      if (details.length === 0) return { status: 400, scimType: 'invalidSyntax' };
      return { status: 400, scimType: details[0]?.path === 'filter' ? 'invalidFilter' : 'invalidValue' };
    default:
      return { status: ERROR_STATUSES[code] };
  }
}

/** Not in the specification: about the time in which a full queue of PDF work empties. */
const SECONDS_WHEN_BUSY = 5;

function buildErrorBody(
  error: KnownError,
  status: number,
  language: Language,
  shape: OAuthShape | undefined,
) {
  const details = describeDetails(error, language);
  const isGeneral = error.code === 'invalid_request' && details.length > 1;
  const message = errorMessage(language, error.code, isGeneral ? {} : error.params);
  return {
    ...(shape === undefined ? {} : describeOAuthError(error, shape)),
    success: false,
    message,
    code: status,
    errorCode: error.code,
    ...(details.length === 0 ? {} : { details }),
  };
}

/** RFC 6749 5.2: ASCII without quotation marks and backslashes; for developers, in English. */
function describeOAuthError(error: KnownError, shape: OAuthShape) {
  const ascii = errorMessage('en', error.code, error.params)
    .replace(/[“”"]/g, "'")
    .replace(/[^\x20-\x5b\x5d-\x7e]/g, '?');
  return {
    error: shape === 'oauth' ? toOAuthError(error.code) : toRegistrationError(error),
    error_description: ascii,
  };
}

function describeDetails({ details }: KnownError, language: Language) {
  return details.map(({ path, code, params }) => ({ path, message: errorMessage(language, code, params) }));
}

/** RFC 6750 3 and RFC 9728 5.1; RFC 6749 5.2 for the credentials of clients. */
function challengeOf(error: KnownError, { server, routeOptions }: FastifyRequest): string | null {
  if (error.code === 'invalid_client') return 'Basic realm="clients", charset="UTF-8"';
  const metadata = `resource_metadata="${server.resourceMetadataUrl}"`;
  if (error.code === 'scope_missing')
    return `Bearer error="insufficient_scope", scope="${error.params.scope}", ${metadata}`;
  if (ERROR_STATUSES[error.code] !== 401) return null;
  // The token of a directory comes from the settings, and not from the authorization server.
  if (routeOptions.config.route?.errorShape === 'scim') return 'Bearer realm="scim"';
  // No error code without credentials.
  const isWithout = error.code === 'token_missing' || error.code === 'session_missing';
  return isWithout ? `Bearer ${metadata}` : `Bearer error="invalid_token", ${metadata}`;
}

function logError(request: FastifyRequest, error: KnownError, status: number): void {
  if (error.code === 'internal_error' && hasClientLeft(request, error.cause))
    request.log.info({ err: error.cause }, 'client left before request or answer was complete');
  else if (status >= 500 && !isExpected(error))
    request.log.error({ err: error.cause ?? error, errorCode: error.code }, 'request failed');
  else {
    const { code: errorCode, params, cause } = error;
    const isOfClient = cause instanceof DocumentFault;
    request.log.info({ errorCode, params, ...(isOfClient && { err: cause }) }, 'request refused');
  }
}

/**
 * Whether the fault is expected: at the start, or on the server of a metadata document, whose address any
 * request may name.
 */
function isExpected({ code, cause }: KnownError): boolean {
  return code === 'client_unavailable' || (code === 'service_busy' && cause === undefined);
}

/** A stream of the answer that ends with its connection is no fault of the service. */
function hasClientLeft({ raw }: FastifyRequest, cause: unknown): boolean {
  if (!raw.destroyed) return false;
  const isCutOff = cause instanceof Error && 'code' in cause && cause.code === 'ERR_STREAM_PREMATURE_CLOSE';
  return !raw.complete || (isCutOff && raw.socket.destroyed);
}
