/**
 * A process with two bare fastify routes that send recorded SQL through the driver and answer recorded JSON: what the same
 * work costs without a service around it. The recording comes as a message.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { deserialize } from 'node:v8';
import Fastify from 'fastify';
import pg from 'pg';
import type { BareRoute, BareRoutes } from './bare-process.ts';
import { renewIds } from './statement.ts';

process.once('message', async (message) => {
  const { databaseUrl, routes } = deserialize(Buffer.from(String(message), 'base64')) as BareRoutes;
  const pool = new pg.Pool({ connectionString: databaseUrl, options: '-c search_path=countersign' });
  const server = Fastify();
  for (const route of routes) {
    server.route({
      method: route.method,
      url: route.path,
      handler: async (_request, reply) => {
        await runStatements(pool, route);
        return reply.send(route.answer);
      },
    });
  }
  process.send?.(await server.listen({ port: 0, host: '127.0.0.1' }));
});

async function runStatements(pool: pg.Pool, { statements, newIds }: BareRoute): Promise<void> {
  const client = await pool.connect();
  const freshIds = new Map<string, string>();
  const renew = (id: string) => {
    if (!newIds.has(id)) return id;
    const fresh = freshIds.get(id) ?? (id.length === 64 ? randomBytes(32).toString('hex') : randomUUID());
    freshIds.set(id, fresh);
    return fresh;
  };
  try {
    for (const { values, ...statement } of statements) {
      const renewed = values.length === 0 ? {} : { values: renewIds(values, renew) as unknown[] };
      await client.query({ ...statement, ...renewed });
    }
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
