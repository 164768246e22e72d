import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { allowedMs, checkRegularly } from '../check-regularly.ts';
import type { TransferLimits } from '../deps.ts';

interface Pending {
  /** The socket's `bytesWritten` at the start, without pending bytes. */
  readonly firstByte: number;
  /** Of the socket at the last check. */
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
