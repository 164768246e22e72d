import { afterEach, expect, it } from 'vitest';
import { documentBody, uploadFixture, waitFor, waitForStatus } from './journey-steps.ts';
import { postJson } from './oauth/user-agent.ts';
import { anyDatabase, startService, type TestService } from './start-service.ts';

/** Each test starts a service with settings of its own. */
let running: TestService;
afterEach(() => running.close());

const DAY_MS = 24 * 60 * 60 * 1000;

it('[D5-21] removes documents after as many days as RETENTION_DAYS says', async () => {
  let now = new Date();
  running = await startService(
    anyDatabase,
    { RETENTION_DAYS: '7' },
    { decorate: (deps) => ({ ...deps, clock: { now: () => now } }) },
  );
  const { client, service } = running;
  const removeExpired = () =>
    service.database.transact(({ jobs }) => jobs.enqueue({ name: 'remove-expired' }));
  const body = documentBody(await uploadFixture(client));
  // A removal that meets the preparation may have to be tried again, half a minute later.
  const send = async () => {
    const { documentId } = (await client.post<{ documentId: string }>('/v1/docs', body)).body;
    await waitForStatus(client, documentId, 'awaiting_signatures');
    return documentId;
  };
  const sentAt = now.getTime();
  const first = await send();
  now = new Date(sentAt + 3 * DAY_MS);
  const second = await send();
  now = new Date(sentAt + 7 * DAY_MS + 1000);
  await removeExpired();
  await waitFor('the removal', async () =>
    (await client.get(`/v1/docs/${first}`)).status === 404 ? true : null,
  );
  expect((await client.get(`/v1/docs/${second}`)).status).toBe(200);
}, 60_000);

it('[D8-16] allows as many requests and registrations as the settings say', async () => {
  running = await startService(anyDatabase, { RATE_LIMIT_PER_MINUTE: '5', REGISTRATIONS_PER_HOUR: '2' });
  const register = () =>
    postJson(`${running.baseUrl}/oauth/register`, {
      client_name: 'Archive',
      redirect_uris: ['https://app.example.com/callback'],
    });
  const registered = [await register(), await register(), await register()];
  expect(registered.map(({ status }) => status)).toEqual([201, 201, 429]);
  const statuses: number[] = [];
  while (statuses.length < 6) statuses.push((await running.client.get('/v1/users/me')).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
}, 60_000);
