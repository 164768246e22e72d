import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { uploadFixture, waitFor } from '../service/journey-steps.ts';
import { startProcess } from '../service/start-process.ts';
import { databaseKinds, prepareEnvironment } from '../service/start-service.ts';

describe.each(databaseKinds)('kill -9 on the $title database', ({ kind, skip }) => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const clean of cleanups.splice(0).toReversed()) await clean();
  });

  it.skipIf(skip)('as soon as a file is deleted: its PDF goes all the same, others stay', async () => {
    const place = await prepareEnvironment(kind);
    cleanups.push(() => place.remove());
    const first = await startProcess(place.env);
    cleanups.push(() => first.stop('SIGKILL'));
    const kept = await uploadFixture(first.client);
    const going = await Promise.all([1, 2, 3].map(() => uploadFixture(first.client)));
    const deleted = going.map((fileId) => first.client.delete(`/v1/files/${fileId}`));
    expect((await Promise.all(deleted)).map(({ status }) => status)).toEqual([204, 204, 204]);
    await first.stop('SIGKILL');

    const second = await startProcess(place.env);
    cleanups.push(() => second.stop('SIGKILL'));
    await waitFor('the PDFs to go', async () => (countBlobs(place.env.DATA_DIR) === 1 ? true : null));
    expect((await second.client.get(`/v1/files/${kept}/fields`)).status).toBe(200);
    for (const fileId of going) {
      expect((await second.client.delete(`/v1/files/${fileId}`)).status).toBe(404);
    }
  });
});

function countBlobs(dataDir: string): number {
  const entries = readdirSync(join(dataDir, 'files/blobs'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}
