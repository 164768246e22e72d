import { Socket } from 'node:net';
import { refusal, SigningError } from '@countersign/signing';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowedMs, checkRegularly, isBelowRate } from '../answer-watch.ts';
import type { TransferLimits } from '../deps.ts';
import { ApiError, type KnownError } from '../errors/error-table.ts';
import { invalidRequest } from '../errors/route-errors.ts';

/** Read for its `errorLanguage`. */
const MAX_REFUSED_BODY_BYTES = 16 * 1024;

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

export function hasShortBody({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) <= MAX_REFUSED_BODY_BYTES;
}

/** RFC 2046 5.1.1 allows 70; the parser accepts more. */
const MAX_BOUNDARY_BYTES = 200;

export function refuseUnreadableBodies({ headers }: FastifyRequest): void {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding !== 'identity') throw refusal(invalidRequest('content_encoding'));
  const [, boundary = ''] = /;\s*boundary=([^;]*)/i.exec(headers['content-type'] ?? '') ?? [];
  if (boundary.length > MAX_BOUNDARY_BYTES) throw refusal(invalidRequest('multipart_boundary'));
}

export function refuseOtherMediaTypes(request: FastifyRequest, isScim: boolean): void {
  const types = isScim ? ['application/scim+json', 'application/json'] : ['application/json'];
  if (hasBody(request) && !types.includes(readMediaType(request) ?? ''))
    throw refusal(invalidRequest('json_content_type'));
}

export function refuseAllButForms(request: FastifyRequest): void {
  if (hasBody(request) && readMediaType(request) !== 'application/x-www-form-urlencoded')
    throw refusal(invalidRequest('form_content_type'));
}

function readMediaType({ headers }: FastifyRequest): string | undefined {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
}

/** Files that are too large are read on for `errorLanguage`, up to this multiple. */
const MAX_BODY_FACTOR = 2;

interface BodyLimits extends TransferLimits {
  readonly maxBodyBytes: number;
  readonly maxBodyMs: number;
}

interface Watched {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly socket: Socket;
  readonly errorListeners: number;
  readonly firstByte: number;
  bytes: number;
  /** The idle time leaves out the time in which the service did not read. */
  idleMs: number;
  waitedMs: number;
  /** The first byte of the period in which the rate is measured. */
  periodByte: number;
  periodMs: number;
}

/**
 * Refuses bodies with no byte for the idle limit, below the lowest rate in a period of that length, or later
 * than the largest file at the lowest rate.
 */
export function watchBodies(app: FastifyInstance, transfer: TransferLimits, maxFileBytes: number): void {
  const maxBodyMs = allowedMs(maxFileBytes, transfer);
  const limits = { ...transfer, maxBodyBytes: MAX_BODY_FACTOR * maxFileBytes, maxBodyMs };
  const watched = new Set<Watched>();
  checkRegularly(app, limits, (elapsed) => {
    for (const body of watched) if (!isStillArriving(body, elapsed, limits)) watched.delete(body);
  });
  app.addHook('onRequest', async (request, reply) => {
    // Injected requests have none.
    if (hasBody(request) && request.raw.socket instanceof Socket) watched.add(watchBody(request, reply));
  });
}

function watchBody(request: FastifyRequest, reply: FastifyReply): Watched {
  const { raw } = request;
  // `refuse` emits an error; without a listener it would end the process.
  raw.on('error', () => undefined);
  return {
    request,
    reply,
    socket: raw.socket,
    errorListeners: raw.listenerCount('error'),
    firstByte: raw.socket.bytesRead,
    bytes: 0,
    idleMs: 0,
    waitedMs: 0,
    periodByte: 0,
    periodMs: 0,
  };
}

function isStillArriving(body: Watched, elapsed: number, limits: BodyLimits): boolean {
  const { raw } = body.request;
  if (raw.complete || body.socket.destroyed) return false;
  const bytes = body.socket.bytesRead - body.firstByte;
  // Unread bytes mean that the service is slow, or has sent its response.
  if (raw.readableLength === 0 || body.reply.sent) {
    body.idleMs = bytes > body.bytes ? 0 : body.idleMs + elapsed;
    body.waitedMs += elapsed;
    body.periodMs += elapsed;
  }
  body.bytes = bytes;
  const fault = findFault(body, limits);
  if (body.periodMs >= limits.bodyIdleMs) Object.assign(body, { periodMs: 0, periodByte: bytes });
  return fault === null || !refuse(body, fault);
}

function findFault(body: Watched, limits: BodyLimits): KnownError | null {
  const { idleMs, waitedMs, bytes, periodByte, periodMs } = body;
  if (bytes > limits.maxBodyBytes) return new SigningError('file_too_large');
  const isTooSlow =
    idleMs > limits.bodyIdleMs ||
    waitedMs > limits.maxBodyMs ||
    (periodMs >= limits.bodyIdleMs && isBelowRate(bytes - periodByte, periodMs, limits));
  return isTooSlow ? new ApiError('request_timeout') : null;
}

/** Fails the reading of the body, so that an error is sent, then closes the connection. */
function refuse({ request: { raw }, reply, socket, errorListeners }: Watched, fault: KnownError): boolean {
  if (reply.sent) {
    socket.destroy();
    return true;
  }
  if (raw.listenerCount('error') <= errorListeners) return false;
  reply.header('connection', 'close');
  raw.emit('error', fault);
  return true;
}
