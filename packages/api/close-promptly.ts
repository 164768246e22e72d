import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Node alone waits more than a minute for idle connections; supervisors allow half of that. */
export function closePromptly(app: FastifyInstance): void {
  const open = new Set<Socket>();
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
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}
