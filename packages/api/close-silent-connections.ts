import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Lets the server close at once although somebody holds a connection open that has not sent anything. Browsers and Node's
 * fetch open some ahead; Node takes a connection for idle only after its first request, and would wait for this one until
 * its limit for headers: more than a minute, of which a supervisor gives half.
 */
export function closeSilentConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}
