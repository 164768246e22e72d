import { once } from 'node:events';
import { createServer as createNetServer } from 'node:net';
import { createServer, readConfig } from '@countersign/server';
import { expect, it } from 'vitest';
import { openEngine } from '../../packages/adapters/postgres/open-database.ts';
import { startDatabaseProxy } from '../../packages/adapters/testing/database-proxy.ts';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { signIn } from './api-client.ts';
import { server } from './start-behind-proxy.ts';
import { anyDatabase, listenSettings, prepareEnvironment, startService } from './start-service.ts';

it('keeps the credentials of the first account for a start that succeeds', async () => {
  const { BOOTSTRAP_EMAIL, ...settings } = await listenSettings();
  const place = await prepareEnvironment(anyDatabase);
  const given = Object.entries(settings).filter(([name]) => !name.startsWith('BOOTSTRAP_'));
  const config = readConfig({ ...Object.fromEntries(given), BOOTSTRAP_EMAIL, ...place.env });
  const other = createNetServer().listen(config.port, config.host);
  await once(other, 'listening');
  try {
    await expect(createServer(config)).rejects.toMatchObject({ code: 'port_in_use' });
  } finally {
    other.close();
  }
  const service = await createServer(config);
  const { firstAccount } = service;
  const { emailAddress, password } = { password: null, emailAddress: '', ...firstAccount };
  const browser = await signIn(service.baseUrl, emailAddress, password ?? '');
  expect((await browser.get('/v1/users/me')).body).toMatchObject({
    ...{ emailAddress, fullName: 'owner', accountName: 'example.com' },
  });
  await service.close();
  await place.remove();
  expect(firstAccount).toMatchObject({
    emailAddress: 'owner@example.com',
    password: expect.any(String),
    apiKey: expect.stringMatching(/^sk_/),
  });
});

// It answered 401, as for a wrong token, and sign-in said that the password was wrong.
it.skipIf(server.skip)('[D12-09] answers 503 with Retry-After until the first account exists', async () => {
  if (server.kind === undefined) throw new Error('skipped');
  const place = await server.kind.create();
  const other = await openEngine(place.location);
  const created = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const listening = Promise.withResolvers<void>();
  const settings = await listenSettings();
  const starting = startService({ ...server.kind, create: async () => place }, settings, {
    inspectApi(api) {
      // The first account waits for this node, as for one that creates it.
      api.addHook('onReady', async () => {
        void other.migrateAlone(() => {
          held.resolve();
          return created.promise;
        });
        await held.promise;
      });
      api.addHook('onListen', async () => listening.resolve());
    },
  });
  await Promise.race([listening.promise, starting]);
  const baseUrl = `http://localhost:${settings.PORT}`;
  const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };
  for (const [method, path] of [
    ['GET', '/v1/docs'],
    ['GET', '/v1/nothing'],
    ['POST', '/v1/auth/token'],
    ['POST', '/v1/session'],
    ['POST', '/oauth/token'],
    ['GET', '/readyz'],
  ] as const) {
    const body = method === 'POST' ? '{}' : undefined;
    const answer = await fetch(baseUrl + path, { method, headers, ...(body && { body }) });
    expect([path, answer.status, await answer.json()]).toEqual([
      ...[path, 503],
      expect.objectContaining({ success: false, code: 503, errorCode: 'service_busy' }),
    ]);
    expect(answer.headers.get('retry-after')).toBe('5');
  }
  expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200);
  created.resolve();
  const running = await starting;
  expect((await running.client.get('/v1/docs')).status).toBe(200);
  await other.close();
  await running.close();
});

// Lost after the migrations, it ended the process with a stack trace.
it.skipIf(server.skip)(
  'ends with one line that names DATABASE_URL when PostgreSQL is lost during the start',
  async () => {
    if (server.kind === undefined) throw new Error('skipped');
    const place = await server.kind.create();
    if (!('databaseUrl' in place.location)) throw new Error('a server has an address');
    const proxy = await startDatabaseProxy(place.location.databaseUrl);
    const folder = makeTemporaryDir();
    const env = { DATA_DIR: folder.path, DATABASE_URL: proxy.databaseUrl };
    const starting = createServer(readConfig({ ...(await listenSettings()), ...env }), {
      inspectApi: (api) => void api.addHook('onReady', async () => proxy.goDown()),
    });
    await expect(starting).rejects.toMatchObject({
      ...{ name: 'StartError', code: 'database_unusable' },
      message: expect.stringMatching(/^DATABASE_URL: [^\n]+$/),
    });
    await proxy.close();
    await place.remove();
    folder.remove();
  },
);
