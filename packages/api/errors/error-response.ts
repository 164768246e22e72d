import { errorMessage } from '@countersign/i18n';
import { DocumentFault } from '@countersign/oauth';
import type { Language } from '@countersign/signing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseErrorLanguage } from '../request/choose-language.ts';
import type { Route } from '../route.ts';
import { ERRORS, type KnownError } from './error-table.ts';
import { explainError, toOAuthError, toRegistrationError } from './explain-error.ts';

/** Sends an error in the requested language [7-10]. The cause of a 5xx is only logged. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = chooseErrorLanguage(request);
  const explained = explainError(request.refusal ?? error, request.routeOptions.bodyLimit);
  const { status, permanence } = ERRORS[explained.code];
  logError(request, explained, status);
  const challenge = challengeOf(explained, request);
  if (challenge !== null) reply.header('www-authenticate', challenge);
  if (permanence === 'passing' && !reply.hasHeader('retry-after'))
    reply.header('retry-after', explained.params.seconds ?? SECONDS_WHEN_BUSY);
  const shape = request.routeOptions.config.route?.errorShape;
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(buildErrorBody(explained, status, language, shape)));
}

/** Not in the specification: about the time in which a full queue of PDF work empties. */
const SECONDS_WHEN_BUSY = 5;

function buildErrorBody(error: KnownError, status: number, language: Language, shape: Route['errorShape']) {
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
function describeOAuthError(error: KnownError, shape: NonNullable<Route['errorShape']>) {
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
function challengeOf(error: KnownError, { server }: FastifyRequest): string | null {
  if (error.code === 'invalid_client') return 'Basic realm="clients", charset="UTF-8"';
  const metadata = `resource_metadata="${server.resourceMetadataUrl}"`;
  if (error.code === 'scope_missing')
    return `Bearer error="insufficient_scope", scope="${error.params.scope}", ${metadata}`;
  if (ERRORS[error.code].status !== 401) return null;
  // No error code without credentials.
  const isWithout = error.code === 'token_missing' || error.code === 'session_missing';
  return isWithout ? `Bearer ${metadata}` : `Bearer error="invalid_token", ${metadata}`;
}

function logError(request: FastifyRequest, error: KnownError, status: number): void {
  if (error.code === 'internal_error' && hasClientLeft(request))
    request.log.info({ err: error.cause }, 'client left before its request was complete');
  else if (status >= 500 && !isExpected(error))
    request.log.error({ err: error.cause ?? error, errorCode: error.code }, 'request failed');
  else {
    const { code: errorCode, params, cause } = error;
    const isOfClient = cause instanceof DocumentFault;
    request.log.info({ errorCode, params, ...(isOfClient && { err: cause }) }, 'request refused');
  }
}

/** At the start, or on the server of a metadata document, whose address any request may name. */
function isExpected({ code, cause }: KnownError): boolean {
  return code === 'client_unavailable' || (code === 'service_busy' && cause === undefined);
}

function hasClientLeft({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}
