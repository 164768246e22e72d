import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { buildAccount } from '@countersign/identity/testing';
import { JOBS } from '@countersign/signing';
import { DatabaseUnavailable } from '@countersign/signing/ports';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openJobs } from '../jobs/open-jobs.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts';
import { listTestDatabaseKinds, type TestDatabase } from '../testing/test-database.ts';
import type { AdapterDatabase } from './database.ts';
import { openDatabase } from './open-database.ts';

const PATIENTLY = { timeout: 25_000, interval: 20 };
const STATEMENT_LIMIT_MS = 300;

const server = (await listTestDatabaseKinds()).find(({ name }) => name === 'server');
if (server === undefined) throw new Error('both kinds are listed');

// An error of a checked-out connection had no listener and ended the process.
describe.skipIf(server.unavailable !== null)(
  `a PostgreSQL that goes away ${server.unavailable ?? ''}`,
  () => {
    let place: TestDatabase;
    let proxy: DatabaseProxy;
    let database: AdapterDatabase;
    /** Reaches the server directly. */
    let operator: AdapterDatabase;

    beforeAll(async () => {
      place = await server.create();
      if (!('databaseUrl' in place.location)) throw new Error('a server has an address');
      proxy = await startDatabaseProxy(place.location.databaseUrl);
      const location = { databaseUrl: proxy.databaseUrl, statementLimitMs: STATEMENT_LIMIT_MS };
      operator = await openDatabase(place.location, place);
      database = await openDatabase(location, place);
    });
    beforeEach(() => recover());
    afterAll(async () => {
      await database?.close();
      await operator?.close();
      await proxy?.close();
      await place?.remove();
    });

    async function recover(): Promise<void> {
      proxy.comeBack();
      await vi.waitFor(() => database.ping(), PATIENTLY);
    }

    /** Ends all other connections of this database (57P01), as a restart does. */
    async function terminateAll(): Promise<void> {
      await operator.engine.execute(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
    }

    it('rejects the statement that runs, and the next one works', async () => {
      const running = database.engine.execute('SELECT pg_sleep(20)').catch((error: unknown) => error);
      await vi.waitFor(async () => {
        const { rows } = await operator.engine.execute(
          "SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(20)' AND datname = current_database()",
        );
        expect(rows).toHaveLength(1);
      }, PATIENTLY);
      await terminateAll();
      expect(await running).toBeInstanceOf(DatabaseUnavailable);
      await vi.waitFor(() => database.ping(), PATIENTLY);
    });

    it('rejects a transaction between two of its statements, and nothing of it stays', async () => {
      const account = buildAccount();
      const work = database.transact(async ({ accounts }) => {
        await accounts.insertAccount(account);
        await terminateAll();
        await nextTurn();
        await accounts.findAccount(account.accountId);
      });
      await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
      await vi.waitFor(() => database.ping(), PATIENTLY);
      expect(await database.read.accounts.findAccount(account.accountId)).toBeNull();
    });

    it('rejects a transaction whose connection is cut while it does something else', async () => {
      const work = database.transact(async ({ accounts }) => {
        await accounts.hasAnyAccount();
        proxy.goDown();
        await vi.waitFor(
          () => expect(database.ping()).rejects.toBeInstanceOf(DatabaseUnavailable),
          PATIENTLY,
        );
      });
      await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
    });

    it('replaces idle connections that the server closed', async () => {
      await Promise.all(Array.from({ length: 5 }, () => database.ping()));
      await terminateAll();
      await vi.waitFor(() => database.ping(), PATIENTLY);
    });

    it.each(['57P03', '53300', '3D000', '28P01'])('is unavailable while it answers %s', async (sqlState) => {
      proxy.goDown({ sqlState });
      const refusal = { name: 'DatabaseUnavailable', cause: { code: sqlState } };
      // The first statements may use a closed connection.
      await vi.waitFor(() => expect(database.ping()).rejects.toMatchObject(refusal), PATIENTLY);
      const reading = database.read.accounts.hasAnyAccount();
      await expect(reading).rejects.toBeInstanceOf(DatabaseUnavailable);
    });

    it('is unavailable while nobody listens', async () => {
      proxy.goDown();
      await expect(database.ping()).rejects.toBeInstanceOf(DatabaseUnavailable);
    });

    it('gives up a statement that a silent network swallows, and its connection', async () => {
      await database.ping();
      proxy.goSilent();
      await expect(database.ping()).rejects.toBeInstanceOf(DatabaseUnavailable);
      await recover();
    });

    it('stays present for other processes, because the lock is taken again', async () => {
      const isPresent = async () => {
        const { rows } = await operator.engine.execute(
          "SELECT count(*)::int AS present FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
        );
        return (rows[0] as { present: number }).present;
      };
      await vi.waitFor(async () => expect(await isPresent()).toBe(2), PATIENTLY);
      await terminateAll();
      await vi.waitFor(async () => expect(await isPresent()).toBe(2), PATIENTLY);
    });

    it('keeps errors of statements what they are', async () => {
      await expect(database.engine.execute('SELECT * FROM nowhere')).rejects.toMatchObject({ code: '42P01' });
    });

    it('does not open while it is away, and says so', async () => {
      proxy.goDown({ sqlState: '57P03' });
      const opening = openDatabase({ databaseUrl: proxy.databaseUrl }, place);
      await expect(opening).rejects.toBeInstanceOf(DatabaseUnavailable);
    });

    it('handles jobs again when it is back', async () => {
      const onError = vi.fn();
      const jobs = await openJobs(database, JOBS, { onError });
      const seen: string[] = [];
      await jobs.work(async (job) => void seen.push(JSON.stringify(job)));
      proxy.goDown();
      await vi.waitFor(() => expect(onError).toHaveBeenCalled(), PATIENTLY);
      proxy.comeBack();
      await vi.waitFor(() => database.ping(), PATIENTLY);
      const job = { name: 'publish-event', eventId: randomUUID() } as const;
      await vi.waitFor(() => database.transact((stores) => stores.jobs.enqueue(job)), PATIENTLY);
      await vi.waitFor(() => expect(seen).toContain(JSON.stringify(job)), PATIENTLY);
      await terminateAll();
      await vi.waitFor(() => database.ping(), PATIENTLY);
      await jobs.stop();
    });
  },
);
