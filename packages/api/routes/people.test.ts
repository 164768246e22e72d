import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { buildApi } from '../testing/build-api.ts';

// An owner could have a database read all documents of the account as often at once as requests are allowed.
it('one request at a time reads all documents of an account', async () => {
  const calls = new PassThrough({ objectMode: true });
  const { api, authorize } = await buildApi({
    identity: { accounts: { allowPerson: async () => undefined } },
    signing: {
      exports: { readPerson: () => Readable.from([]) as never },
      people: { erase: () => new Promise((resolve) => calls.push(() => resolve([]))) },
    },
  });
  const headers = await authorize();
  const ask = (what: 'erase' | 'export') =>
    api.inject({
      ...{ method: 'POST', url: `/v1/account/people/${what}`, headers },
      payload: { address: 'ada@example.com' },
    });
  const asked = once(calls, 'data');
  const first = ask('erase');
  const [finish] = await asked;
  for (const what of ['erase', 'export'] as const) {
    const refused = await ask(what);
    expect([refused.statusCode, refused.json().errorCode]).toEqual([503, 'service_busy']);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  }
  finish();
  expect((await first).statusCode).toBe(200);
  const next = once(calls, 'data');
  const second = ask('erase');
  (await next)[0]();
  expect((await second).statusCode).toBe(200);
  await api.close();
});
