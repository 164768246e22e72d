import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Lets the server close as soon as the last request is answered. Of itself it waits for two kinds of connection more than a
 * minute, of which a supervisor gives half: those that browsers and fetch opened ahead, which Node takes for busy until
 * its limit for headers, and those whose answer was under way, which stay open for another request.
 */
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
