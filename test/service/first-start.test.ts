import { once } from 'node:events';
import { createServer as createNetServer } from 'node:net';
import { createServer, readConfig } from '@countersign/server';
import { expect, it } from 'vitest';
import { signIn } from './api-client.ts';
import { anyDatabase, listenSettings, prepareEnvironment } from './start-service.ts';

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
