import { Socket } from 'node:net';
import { SigningError } from '@countersign/signing';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowedMs, checkRegularly, isBelowRate } from '../check-regularly.ts';
import type { TransferLimits } from '../deps.ts';
import { ApiError } from '../errors/api-error.ts';
import type { KnownError } from '../errors/error-table.ts';
import { hasBody } from './body-headers.ts';

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
  /** Without the time in which the service did not read. */
  idleMs: number;
  waitedMs: number;
  /** Of the period in which the rate is measured. */
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
