import { randomUUID } from 'node:crypto';
import type { QueuedJob } from '@countersign/base';
import { JOBS, type Job } from '@countersign/signing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AdapterDatabase } from '../postgres/database.ts';
import { openDatabase } from '../postgres/open-database.ts';
import { listTestDatabaseKinds, type TestDatabase } from '../testing/test-database.ts';
import type { WorkerHooks } from './job-workers.ts';
import { type Jobs, openJobs } from './open-jobs.ts';

/** For slow machines. */
const PATIENTLY = { timeout: 25_000 };

for (const kind of await listTestDatabaseKinds()) {
  describe.skipIf(kind.unavailable !== null)(
    `jobs on the ${kind.name} database ${kind.unavailable ?? ''}`,
    () => {
      let place: TestDatabase;
      let database: AdapterDatabase;
      let jobs: Jobs;
      const seen: QueuedJob[] = [];
      let react: (job: QueuedJob) => Promise<void>;
      const onDead = vi.fn<NonNullable<WorkerHooks['onDead']>>(async () => undefined);
      const onFailed = vi.fn<NonNullable<WorkerHooks['onFailed']>>();

      const handle = async (job: QueuedJob) => {
        seen.push(job);
        await react(job);
      };

      beforeAll(async () => {
        place = await kind.create();
        database = await openDatabase(place.location, place);
        const early = database.transact((stores) => stores.jobs.enqueue(someJob()));
        await expect(early).rejects.toMatchObject({ code: 'jobs_not_open' });
        jobs = await openJobs(database, JOBS);
        await jobs.work(handle, { onDead, onFailed });
      }, 60_000);
      afterEach(() => {
        react = async () => undefined;
      });
      afterAll(async () => {
        await jobs.stop();
        await database.close();
        await place.remove();
      });

      it('hands a job over soon after its transaction, with all its members', async () => {
        const waits: number[] = [];
        while (waits.length < 10 && !waits.some((wait) => wait < 500)) {
          const job = someJob();
          const startedAt = Date.now();
          await database.transact((stores) => stores.jobs.enqueue(job));
          await vi.waitFor(() => expect(seen).toContainEqual(job), { ...PATIENTLY, interval: 5 });
          waits.push(Date.now() - startedAt);
        }
        // A worker that is not woken looks after a second. One of ten is enough on a busy machine.
        expect(Math.min(...waits)).toBeLessThan(500);
      });

      it('asks no more than twice for a job, however many workers wait for one', async () => {
        const claims: number[] = [];
        while (claims.length < 10 && !claims.some((claim) => claim <= 2)) {
          const execute = vi.spyOn(database.engine, 'execute');
          const job = someJob();
          await database.transact((stores) => stores.jobs.enqueue(job));
          await vi.waitFor(async () => expect(await readStates(job)).toEqual(['completed']), PATIENTLY);
          await handLaterJob();
          const texts = execute.mock.calls.map(([text]) => text);
          claims.push(texts.filter((text) => text.includes('SKIP LOCKED')).length / 2);
          execute.mockRestore();
        }
        // The look for due jobs, once a second, may wake all of them.
        expect(Math.min(...claims)).toBeLessThanOrEqual(2);
      });

      it('asks the database once a second while nothing is due, however many workers wait', async () => {
        const execute = vi.spyOn(database.engine, 'execute');
        const looks = () => execute.mock.calls.filter(([text]) => text.includes('EXISTS')).length;
        await vi.waitFor(() => expect(looks()).toBe(3), { ...PATIENTLY, interval: 20 });
        const statements = execute.mock.calls.length;
        execute.mockRestore();
        // Beside those of the maintenance of pg-boss, every 15 seconds and more.
        expect(statements).toBeLessThan(20);
      });

      it('hands nothing over of a transaction that throws', async () => {
        const job = someJob();
        const work = database.transact(async (stores) => {
          await stores.jobs.enqueue(job);
          throw new Error('no');
        });
        await expect(work).rejects.toThrow('no');
        expect(await readStates(job)).toEqual([]);
        await handLaterJob();
        expect(seen).not.toContainEqual(job);
      });

      it('waits for the commit', async () => {
        const job = someJob();
        await database.transact(async (stores) => {
          await stores.jobs.enqueue(job);
          await pause(300);
          expect(seen).not.toContainEqual(job);
        });
        await vi.waitFor(() => expect(seen).toContainEqual(job), PATIENTLY);
      });

      it('waits as long as it is told', async () => {
        const job = someJob();
        await database.transact((stores) => stores.jobs.enqueue(job, { startAfterSeconds: 3600 }));
        await handLaterJob();
        expect(seen).not.toContainEqual(job);
        expect(await readStates(job)).toEqual(['created']);
        const { engine } = database;
        // An hour passes.
        const { rows } = await engine.execute(
          `UPDATE ${engine.jobsSchema}.job SET start_after = start_after - interval '3600 seconds'
            WHERE data = $1::jsonb RETURNING start_after <= now() AS "isDue"`,
          [JSON.stringify(job)],
        );
        expect(rows).toEqual([{ isDue: true }]);
        await vi.waitFor(() => expect(seen).toContainEqual(job), PATIENTLY);
      });

      /** Resolves when a job enqueued now was handed over: those before it, if due, were too. */
      async function handLaterJob(): Promise<void> {
        const later = someJob();
        await database.transact((stores) => stores.jobs.enqueue(later));
        await vi.waitFor(() => expect(seen).toContainEqual(later), PATIENTLY);
      }

      // Two slow servers of one customer once held up everybody's deliveries.
      it('leaves workers free for other accounts', async () => {
        const slow = Promise.withResolvers<void>();
        const [busy, other] = [randomUUID(), randomUUID()];
        const deliver = (deliveryId: string, accountId: string): Promise<void> =>
          database.transact((stores) =>
            stores.jobs.enqueue({ name: 'deliver-webhook', deliveryId }, { accountId }),
          );
        const ofBusy = Array.from({ length: 6 }, () => randomUUID());
        const isOfBusy = (job: QueuedJob) =>
          'deliveryId' in job && ofBusy.some((id) => id === job.deliveryId);
        react = async (job) => void (isOfBusy(job) && (await slow.promise));
        for (const deliveryId of ofBusy) await deliver(deliveryId, busy);
        await vi.waitFor(() => expect(seen.some(isOfBusy)).toBe(true), PATIENTLY);
        const deliveryId = randomUUID();
        await deliver(deliveryId, other);
        await vi.waitFor(
          () => expect(seen).toContainEqual({ name: 'deliver-webhook', deliveryId }),
          PATIENTLY,
        );
        expect(seen.filter(isOfBusy).length).toBeLessThanOrEqual(2);
        slow.resolve();
        await vi.waitFor(() => expect(seen.filter(isOfBusy)).toHaveLength(6), PATIENTLY);
      });

      // A job that failed after it had enqueued its follower started a second chain when it was tried again.
      it('takes the follower of a job once, however often the job is tried', async () => {
        const job = someJob();
        const follower = someJob();
        let attempts = 0;
        react = async (running) => {
          if (JSON.stringify(running) !== JSON.stringify(job)) return;
          attempts += 1;
          await database.transact((stores) => stores.jobs.enqueue(follower, { startAfterSeconds: 3600 }));
          if (attempts === 1) throw new Error('after its transaction');
        };
        await database.transact((stores) => stores.jobs.enqueue(job));
        await vi.waitFor(() => expect(attempts).toBe(2), PATIENTLY);
        await vi.waitFor(async () => expect(await readStates(job)).toEqual(['completed']), PATIENTLY);
        expect(await readStates(follower)).toEqual(['created']);
      });

      async function readStates(job: Job): Promise<readonly unknown[]> {
        const { engine } = database;
        const { rows } = await engine.execute(
          `SELECT state FROM ${engine.jobsSchema}.job WHERE data = $1::jsonb`,
          [JSON.stringify(job)],
        );
        return rows.map((row) => Object(row).state);
      }

      // A thousand documents of one customer held up everybody's for hours.
      it('takes accounts in turn, however many jobs one of them has', async () => {
        const [busy, other] = [randomUUID(), randomUUID()];
        const first = Promise.withResolvers<void>();
        react = () => first.promise;
        const enqueue = (accountId: string, count: number) =>
          database.transact(async (stores) => {
            for (let index = 0; index < count; index++)
              await stores.jobs.enqueue(
                { name: 'send-webhook-disabled', webhookId: `${accountId} ${index}` },
                { accountId },
              );
          });
        seen.length = 0;
        await enqueue(busy, 1);
        await vi.waitFor(() => expect(seen).toHaveLength(1), PATIENTLY);
        await enqueue(busy, 100);
        await enqueue(other, 2);
        first.resolve();
        await vi.waitFor(() => expect(seen.length).toBeGreaterThan(9), PATIENTLY);
        const accounts = seen
          .slice(1, 5)
          .map((job) => 'webhookId' in job && String(job.webhookId).split(' ')[0]);
        expect(accounts.filter((accountId) => accountId === other)).toHaveLength(2);
        const { jobsSchema } = database.engine;
        await database.engine.execute(`DELETE FROM ${jobsSchema}.job WHERE name = 'send-webhook-disabled'`);
      });

      // Retries of hours ago, not due yet, put the next jobs of their account behind everybody's.
      it('gives an account its turn, however many of its jobs start later', async () => {
        const [delayed, other] = [randomUUID(), randomUUID()];
        const first = Promise.withResolvers<void>();
        react = () => first.promise;
        const enqueue = (accountId: string, count: number, startAfterSeconds = 0) =>
          database.transact(async (stores) => {
            for (let index = 0; index < count; index++)
              await stores.jobs.enqueue(
                { name: 'send-webhook-disabled', webhookId: accountId },
                { accountId, startAfterSeconds },
              );
          });
        seen.length = 0;
        await enqueue(other, 1);
        await vi.waitFor(() => expect(seen).toHaveLength(1), PATIENTLY);
        await enqueue(delayed, 20, 3600);
        await enqueue(other, 9);
        await enqueue(delayed, 1);
        first.resolve();
        await vi.waitFor(() => expect(seen).toHaveLength(11), PATIENTLY);
        const turn = seen.findIndex((job) => 'webhookId' in job && job.webhookId === delayed);
        expect(turn).toBeLessThan(5);
        const { jobsSchema } = database.engine;
        await database.engine.execute(`DELETE FROM ${jobsSchema}.job WHERE name = 'send-webhook-disabled'`);
      });

      it('tries again after a rejection', async () => {
        const job = someJob();
        react = async () => {
          if (seen.filter(({ name }) => name === job.name).length === 1) throw new Error('first time');
        };
        seen.length = 0;
        await database.transact((stores) => stores.jobs.enqueue(job));
        await vi.waitFor(() => expect(seen).toEqual([job, job]), PATIENTLY);
        expect(onFailed).toHaveBeenCalledWith(job, expect.objectContaining({ message: 'first time' }));
        expect(onDead).not.toHaveBeenCalled();
      });

      it('tells when the last retry failed, and with what code', async () => {
        const job = someJob();
        react = () => Promise.reject(Object.assign(new Error('always'), { code: 'signature_unavailable' }));
        await database.transact((stores) => stores.jobs.enqueue(job));
        await vi.waitFor(() => expect(seen).toContainEqual(job), PATIENTLY);
        const { jobsSchema } = database.engine;
        await vi.waitFor(async () => {
          // Instead of retries.
          await database.engine.execute(
            `UPDATE ${jobsSchema}.job SET retry_count = retry_limit, start_after = now() WHERE state = 'retry'`,
          );
          expect(onDead).toHaveBeenCalledWith(job, 'signature_unavailable');
        }, PATIENTLY);
      });

      // A quarter of an hour of maintenance at a key's provider once failed fully signed documents.
      it('tries for hours what waits for others', async () => {
        const job: Job = { name: 'complete-document', documentId: randomUUID() };
        await database.transact((stores) => stores.jobs.enqueue(job, { startAfterSeconds: 3600 }));
        const { rows } = await database.engine.execute(
          `SELECT retry_limit, retry_delay, retry_delay_max FROM ${database.engine.jobsSchema}.job
            WHERE data->>'documentId' = $1`,
          [job.documentId],
        );
        const { retry_limit: limit, retry_delay: first, retry_delay_max: most } = Object(rows[0]);
        const pauses = Array.from({ length: limit }, (_, retry) => Math.min(first * 2 ** retry, most));
        expect(pauses.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(4 * 3600);
      });

      it('puts jobs with a schedule on it, and takes away a schedule that no job has any more', async () => {
        const { jobsSchema } = database.engine;
        await database.engine.execute(
          `INSERT INTO ${jobsSchema}.schedule (name, key, cron) VALUES ('send-failed', '', '* * * * *')`,
        );
        await jobs.stop();
        jobs = await openJobs(database, JOBS);
        const { rows } = await database.engine.execute(
          `SELECT name, cron, data FROM ${jobsSchema}.schedule ORDER BY name`,
        );
        expect(rows).toEqual([
          { name: 'follow-up-documents', cron: '* * * * *', data: { name: 'follow-up-documents' } },
          { name: 'remove-closed-accounts', cron: '27 * * * *', data: { name: 'remove-closed-accounts' } },
          { name: 'remove-expired', cron: '17 * * * *', data: { name: 'remove-expired' } },
        ]);
        await jobs.work(handle, { onDead, onFailed });
      });

      it('enqueues many at once from many transactions, and handles each', async () => {
        const many = Array.from({ length: 30 }, someJob);
        await Promise.all(many.map((job) => database.transact((stores) => stores.jobs.enqueue(job))));
        await vi.waitFor(() => expect(seen).toEqual(expect.arrayContaining(many)), PATIENTLY);
      });

      it('waits for a running handler when it stops, and lets it finish its work', async () => {
        const job = someJob();
        let isFinished = false;
        react = async () => {
          await pause(500);
          await database.transact((stores) => stores.jobs.enqueue(someJob(), { startAfterSeconds: 3600 }));
          isFinished = true;
        };
        await database.transact((stores) => stores.jobs.enqueue(job));
        await vi.waitFor(() => expect(seen).toContainEqual(job), PATIENTLY);
        await jobs.stop();
        expect(isFinished).toBe(true);
        jobs = await openJobs(database, JOBS);
      });
    },
  );
}

function someJob(): Job {
  return { name: 'prepare-document', documentId: randomUUID() };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
