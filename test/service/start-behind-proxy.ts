import { expect, vi } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '../../packages/adapters/testing/database-proxy.ts';
import { databaseKinds, startService, type TestService } from './start-service.ts';

/** PostgreSQL, for `describe.skipIf(server.skip)`. */
export const server: Pick<(typeof databaseKinds)[number], 'skip' | 'title'> & {
  readonly kind: (typeof databaseKinds)[number]['kind'] | undefined;
} = databaseKinds.find(({ kind }) => kind.name === 'server') ?? {
  skip: true,
  title: 'no server',
  kind: undefined,
};

export interface ProxiedService {
  readonly running: TestService;
  readonly proxy: DatabaseProxy;
  close(): Promise<void>;
}

/** Starts a service whose connections to PostgreSQL can be cut. */
export async function startBehindProxy(): Promise<ProxiedService> {
  if (server.kind === undefined) throw new Error('skipped');
  const place = await server.kind.create();
  if (!('databaseUrl' in place.location)) throw new Error('a server has an address');
  const proxy = await startDatabaseProxy(place.location.databaseUrl);
  const location = { databaseUrl: proxy.databaseUrl };
  const running = await startService({ ...server.kind, create: async () => ({ ...place, location }) });
  return {
    running,
    proxy,
    async close() {
      proxy.comeBack();
      await running.close();
      await proxy.close();
    },
  };
}

/** Waits until the service reports that it is ready. */
export async function expectReady({ client }: TestService): Promise<void> {
  await vi.waitFor(
    async () => expect((await client.anonymous.get('/readyz')).body).toMatchObject({ status: 'ready' }),
    PATIENTLY,
  );
}

/** Options of `vi.waitFor`: the service looks at its parts every few seconds. */
export const PATIENTLY = { timeout: 25_000, interval: 50 };
