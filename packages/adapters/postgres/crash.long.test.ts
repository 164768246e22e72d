import { randomUUID } from 'node:crypto';
import { JOBS } from '@countersign/signing';
import { buildFile } from '@countersign/signing/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { openJobs } from '../jobs/open-jobs.ts';
import { runChild } from '../testing/run-child.ts';
import { listTestDatabaseKinds, type TestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './open-database.ts';

const COMMITS_BEFORE_KILL = 60;
const postgres = new URL('./open-database.ts', import.meta.url).href;
const jobsModule = new URL('../jobs/open-jobs.ts', import.meta.url).href;

for (const kind of await listTestDatabaseKinds()) {
  describe.skipIf(kind.unavailable !== null)(
    `kill -9 on the ${kind.name} database ${kind.unavailable ?? ''}`,
    () => {
      const places: TestDatabase[] = [];
      afterAll(() => Promise.all(places.map((place) => place.remove())));

      it('loses no transaction that was answered', async () => {
        const place = await kind.create();
        places.push(place);
        const child = runChild(`${openingOf(place)}
        const file = ${JSON.stringify(buildFile({ accountId: 'a', userId: 'u' }))};
        for (let i = 0; ; i += 1) {
          const fileId = 'file-' + i;
          await database.transact((s) => s.files.insert({ ...file, fileId, createdAt: new Date() }));
          say(fileId);
        }`);
        await child.waitForLine(`file-${COMMITS_BEFORE_KILL}`);
        child.process.kill('SIGKILL');
        await child.exited;
        const database = await openDatabase(place.location, place);
        const missing = [];
        for (const fileId of child.lines)
          if ((await database.read.files.find(fileId)) === null) missing.push(fileId);
        await database.close();
        expect(child.lines.length).toBeGreaterThan(COMMITS_BEFORE_KILL);
        expect(missing).toEqual([]);
      });

      it('continues a job at once that a killed process was working on', async () => {
        const place = await kind.create();
        places.push(place);
        const documentId = randomUUID();
        const child = runChild(`${openingOf(place)}
        const { openJobs } = await import('${jobsModule}');
        const { JOBS } = await import('@countersign/signing');
        const jobs = await openJobs(database, JOBS);
        await jobs.work(async (job) => { say('working ' + job.documentId); await new Promise(() => {}); });
        await database.transact((s) => s.jobs.enqueue({ name: 'complete-document', documentId: '${documentId}' }));`);
        await child.waitForLine(`working ${documentId}`);
        child.process.kill('SIGKILL');
        await child.exited;
        const restartedAt = Date.now();
        const database = await openDatabase(place.location, place);
        const jobs = await openJobs(database, JOBS);
        const { promise: again, resolve } = Promise.withResolvers<unknown>();
        await jobs.work(async (job) => resolve(job));
        expect(await again).toEqual({ name: 'complete-document', documentId });
        expect(Date.now() - restartedAt).toBeLessThan(15_000);
        await jobs.stop();
        await database.close();
      });
    },
  );
}

function openingOf(place: TestDatabase): string {
  const key = Buffer.from(place.encryptionKey).toString('hex');
  return `
    const { openDatabase } = await import('${postgres}');
    const encryptionKey = Buffer.from('${key}', 'hex');
    const database = await openDatabase(${JSON.stringify(place.location)}, { encryptionKey });`;
}
