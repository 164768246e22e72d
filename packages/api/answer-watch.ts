import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { TransferLimits } from './deps.ts';

/** Connections are closed at most this part of the idle limit late. */
const CHECKS_PER_LIMIT = 4;
const MAX_CHECK_MS = 1_000;
const MS_PER_SECOND = 1_000;

export function allowedMs(bytes: number, { bodyIdleMs, minBytesPerSecond }: TransferLimits): number {
  return bodyIdleMs + (bytes / minBytesPerSecond) * MS_PER_SECOND;
}

export function isBelowRate(bytes: number, ms: number, { minBytesPerSecond }: TransferLimits): boolean {
  return bytes < (ms / MS_PER_SECOND) * minBytesPerSecond;
}

/** Calls `check` with the milliseconds since the last call, until the server closes. */
export function checkRegularly(
  app: FastifyInstance,
  { bodyIdleMs }: TransferLimits,
  check: (elapsedMs: number) => void,
): void {
  const checkMs = Math.min(MAX_CHECK_MS, Math.ceil(bodyIdleMs / CHECKS_PER_LIMIT));
  let lastCheck = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    // The client is not responsible for pauses of the process.
    const elapsed = Math.min(now - lastCheck, 2 * checkMs);
    lastCheck = now;
    check(elapsed);
  }, checkMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

interface Pending {
  /** The socket's `bytesWritten` at the start, without pending bytes. */
  readonly firstByte: number;
  /** The count of the socket at the last check. */
  readonly bytesWritten: number;
  readonly writableLength: number;
  readonly idleMs: number;
  readonly waitedMs: number;
}

/**
 * Closes connections that read nothing for the idle limit, or below the lowest rate: each holds an open file.
 */
export function watchAnswers(app: FastifyInstance, limits: TransferLimits): void {
  const open = new Map<Socket, Pending | null>();
  app.server.on('connection', (socket: Socket) => {
    open.set(socket, null);
    socket.once('close', () => open.delete(socket));
  });
  checkRegularly(app, limits, (elapsed) => {
    for (const [socket, before] of open) {
      const pending = updatePending(socket, before, elapsed);
      open.set(socket, pending);
      if (pending === null || !isTooSlow(pending, limits)) continue;
      app.log.info({ bytesPending: pending.writableLength }, 'connection closed: the client does not read');
      socket.destroy();
    }
  });
}

function updatePending(socket: Socket, before: Pending | null, elapsed: number): Pending | null {
  const { bytesWritten, writableLength } = socket;
  if (writableLength === 0) return null;
  if (before === null)
    return { firstByte: bytesWritten - writableLength, bytesWritten, writableLength, idleMs: 0, waitedMs: 0 };
  const hasMoved = bytesWritten !== before.bytesWritten || writableLength !== before.writableLength;
  const idleMs = hasMoved ? 0 : before.idleMs + elapsed;
  return { ...before, bytesWritten, writableLength, idleMs, waitedMs: before.waitedMs + elapsed };
}

/** Progress within a write is invisible, so it has the time of all its bytes. */
function isTooSlow(pending: Pending, limits: TransferLimits): boolean {
  const { firstByte, bytesWritten, writableLength, idleMs, waitedMs } = pending;
  return idleMs > allowedMs(writableLength, limits) || waitedMs > allowedMs(bytesWritten - firstByte, limits);
}

/**
 * Closes idle connections, because Node alone waits more than a minute for these and supervisors allow half of that; and
 * waits for what runs, because a handler goes on when its client has left, and needs what is closed after the API. Returns
 * whether the API is closing.
 */
export function closePromptly(app: FastifyInstance): () => boolean {
  const open = new Set<Socket>();
  const running = new Set<Promise<unknown>>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', (_request, response: ServerResponse) => {
    response.once('close', () => {
      if (isClosing) app.server.closeIdleConnections();
    });
  });
  const track = (work: unknown) => {
    const ignore = () => undefined;
    const ended = Promise.resolve(work).then(ignore, ignore);
    running.add(ended);
    void ended.then(() => running.delete(ended));
  };
  app.addHook('onRequest', async (_request, { raw }) => {
    track(new Promise<void>((resolve) => void raw.once('finish', resolve).once('close', resolve)));
  });
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function handle(request, reply) {
      const result = handler.call(this, request, reply);
      track(result);
      return result;
    };
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
  app.addHook('onClose', async () => {
    while (running.size > 0) await Promise.all(running);
  });
  return () => isClosing;
}
