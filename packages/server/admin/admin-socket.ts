/**
 * Only one process can open the embedded database, so commands go to the running service. Access to the
 * socket is the authentication: it has the file mode of the keys.
 */

import { once } from 'node:events';
import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type AdminAnswer, type AdminOperator, type AdminRequest, runAdminCommand } from './commands.ts';

const SOCKET_MODE = 0o600;
const MAX_REQUEST_BYTES = 65_536;
const REQUEST_TIMEOUT_MS = 10_000;

const adminRequest = z.object({ command: z.string(), values: z.record(z.string(), z.string()) });

function adminSocketPath(dataDir: string): string {
  return join(dataDir, 'admin.sock');
}

/** The socket stays until `close`. A system without such sockets, or a path that is too long, is logged. */
export async function serveAdminSocket(
  dataDir: string,
  operator: AdminOperator,
  logger: Logger,
): Promise<{ close(): Promise<void> }> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', (error) => logger.warn({ err: error }, 'administration was cut off'));
    answer(socket, operator).catch((error: unknown) => {
      logger.error({ err: error }, 'administration failed');
      socket.end(JSON.stringify({ refusal: 'the command failed; the log of the service says why' }));
    });
  });
  const path = adminSocketPath(dataDir);
  // The socket is renamed once it has its mode, and replaces the socket of a killed process.
  const draft = mkdtempSync(join(dataDir, 'admin-'));
  try {
    server.listen(join(draft, 's'));
    await once(server, 'listening');
    chmodSync(join(draft, 's'), SOCKET_MODE);
    renameSync(join(draft, 's'), path);
  } catch (error) {
    logger.warn({ err: error, code: 'admin_socket_unavailable' }, 'npm run admin needs a stopped service');
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return {
    async close() {
      rmSync(path, { force: true });
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(socket: Socket, operator: AdminOperator): Promise<void> {
  socket.setTimeout(REQUEST_TIMEOUT_MS, () => socket.destroy());
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > MAX_REQUEST_BYTES) return void socket.destroy();
    chunks.push(chunk);
  }
  // Some commands take longer than the request may.
  socket.setTimeout(0);
  const request = adminRequest.parse(JSON.parse(Buffer.concat(chunks).toString()));
  socket.end(JSON.stringify(await runAdminCommand(operator, request)));
}

/** Returns null if no service listens. */
export async function callAdminSocket(dataDir: string, request: AdminRequest): Promise<AdminAnswer | null> {
  const socket = connect({ path: adminSocketPath(dataDir), allowHalfOpen: true });
  try {
    await once(socket, 'connect');
  } catch {
    // The lock of the database decides.
    return null;
  }
  socket.end(JSON.stringify(request));
  return JSON.parse(await text(socket)) as AdminAnswer;
}
