import { expect, it } from 'vitest';
import { createReadinessCheck } from './readiness.ts';

it('writes to the store once in three seconds, and at once again after a failure', async () => {
  let now = 1_000_000;
  let writes = 0;
  let isAway = false;
  const check = createReadinessCheck({
    database: { ping: async () => undefined },
    blobs: {
      async checkWritable() {
        writes += 1;
        if (isAway) throw new Error('no store');
      },
    },
    readSeal: () => [],
    listProviderWarnings: async () => [],
    clock: { now: () => new Date(now) },
  });
  for (let count = 0; count < 5; count += 1) await check();
  expect(writes).toBe(1);
  isAway = true;
  now += 3000;
  await expect(check()).rejects.toMatchObject({ code: 'storage_unavailable' });
  isAway = false;
  await check();
  expect(writes).toBe(3);
});
