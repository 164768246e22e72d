import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorMessage } from '@countersign/i18n';
import { refusal, SigningError } from '@countersign/signing';
import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from './api-error.ts';
import { ERRORS, type KnownError } from './error-table.ts';
import { invalidRequest } from './request-rules.ts';

/** In English, since no header can be trusted. */
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
  const { status } = ERRORS[code];
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
