import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildAccount } from '@countersign/identity/testing';
import { JOBS } from '@countersign/signing';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { openJobs } from '../jobs/open-jobs.ts';
import { runChild } from '../testing/run-child.ts';
import { makeTemporaryDir } from '../testing/temporary-dir.ts';
import { listTestDatabaseKinds, type TestDatabase } from '../testing/test-database.ts';
import { keepUp } from './embedded/embedded.ts';
import { Mutex, PgliteClient } from './embedded/pglite-client.ts';
import { openDatabase } from './open-database.ts';

const postgres = new URL('./open-database.ts', import.meta.url).href;
const GATE = 7;
const FOUR = [1, 2, 3, 4];
const places: TestDatabase[] = [];
afterAll(() => Promise.all(places.map((place) => place.remove())));

const [embedded, server] = await listTestDatabaseKinds();
if (embedded === undefined || server === undefined) throw new Error('both kinds are listed');

it('refuses a key of the wrong length before touching anything', async () => {
  const opening = openDatabase({ dataDir: '/nonexistent/database' }, { encryptionKey: randomBytes(31) });
  await expect(opening).rejects.toMatchObject({ code: 'encryption_key_invalid' });
});

describe('embedded', () => {
  it('is open in one process at a time', async () => {
    const place = await embedded.create();
    places.push(place);
    const child = runChild(`${openingOf(place)} say('open'); process.stdin.resume();`);
    await child.waitForLine('open');
    await expect(openDatabase(place.location, place)).rejects.toMatchObject({
      code: 'data_dir_locked',
      params: expect.objectContaining({ pid: child.process.pid }),
    });
    child.process.kill('SIGKILL');
    await child.exited;
    const database = await openDatabase(place.location, place);
    await database.close();
  });

  it.runIf(process.geteuid?.() === 0)(
    'is not opened by root if it is of another user, who could not read what root writes',
    async () => {
      const dir = makeTemporaryDir();
      const dataDir = join(dir.path, 'database');
      const { encryptionKey } = await embedded.create();
      chownSync(dir.path, 12_345, 12_345);
      // Neither a new one below a folder of that user, nor one that is there.
      for (const make of [() => undefined, () => mkdirSync(dataDir) ?? chownSync(dataDir, 12_345, 12_345)]) {
        make();
        await expect(openDatabase({ dataDir }, { encryptionKey })).rejects.toMatchObject({
          code: 'data_dir_of_another_user',
          params: { path: dataDir, uid: 12_345 },
        });
      }
      expect(readdirSync(dir.path)).toEqual(['database']);
      dir.remove();
    },
  );

  it('rejects what comes after closing instead of hanging', async () => {
    const place = await embedded.create();
    places.push(place);
    const database = await openDatabase(place.location, place);
    await database.close();
    await expect(database.ping()).rejects.toMatchObject({
      name: 'DatabaseUnavailable',
      cause: { code: 'database_stopped' },
    });
    await database.close();
  });

  it('vacuums and checkpoints, which nobody else does there', async () => {
    const place = await embedded.create();
    places.push(place);
    if (!('dataDir' in place.location)) throw new Error('embedded databases have a folder');
    const client = await PgliteClient.open(place.location.dataDir);
    await client.script(`CREATE TABLE churned (id int);
      INSERT INTO churned SELECT generate_series(1, 20000); DELETE FROM churned;`);
    const before = await readState(client);
    await keepUp(client, new Mutex());
    const after = await readState(client);
    await client.close();
    expect(before.bytes).toBeGreaterThan(500_000);
    expect(after.bytes).toBe(0);
    expect(after.redo).not.toBe(before.redo);
  });
});

describe.skipIf(server.unavailable !== null)(`server ${server.unavailable ?? ''}`, () => {
  it('lets several connections make the same schema at once', async () => {
    const place = await server.create();
    places.push(place);
    const databases = await Promise.all(FOUR.map(() => openDatabase(place.location, place)));
    await Promise.all(databases.map((database) => database.ping()));
    await Promise.all(databases.map((database) => database.close()));
  });

  // Of two simultaneous starts one failed with "duplicate key ... pg_namespace_nspname_index". The gate makes them
  // go at once, since one start of four in eight failed otherwise.
  it('lets several connections make the same queue at once', async () => {
    const place = await server.create();
    places.push(place);
    const gate = await closeGate(place);
    const databases = await Promise.all(FOUR.map(() => openDatabase(place.location, place)));
    const opening = databases.map(async (database) => {
      await database.engine.execute(`SELECT pg_advisory_lock_shared(${GATE})`);
      return openJobs(database, JOBS);
    });
    await gate.end();
    const jobs = await Promise.all(opening);
    await Promise.all(jobs.map((one) => one.stop()));
    await Promise.all(databases.map((database) => database.close()));
  });

  it('keeps two schemas of one database apart', async () => {
    const place = await server.create();
    places.push(place);
    const first = await openDatabase(
      { ...place.location, schema: 'first' } as TestDatabase['location'],
      place,
    );
    const second = await openDatabase(
      { ...place.location, schema: 'second' } as TestDatabase['location'],
      place,
    );
    const account = buildAccount();
    await first.transact((stores) => stores.accounts.insertAccount(account));
    expect(await first.read.accounts.hasAnyAccount()).toBe(true);
    expect(await second.read.accounts.hasAnyAccount()).toBe(false);
    await first.close();
    await second.close();
  });

  it('[R07-01] opens no more connections than it may, and what finds none free waits', async () => {
    const place = await server.create();
    places.push(place);
    const database = await openDatabase(
      { ...place.location, maxConnections: 4 } as TestDatabase['location'],
      place,
    );
    const statements = Array.from({ length: 12 }, (_, index) =>
      database.engine.execute('SELECT $1::int AS index FROM pg_sleep(0.05)', [index]),
    );
    const rows = (await Promise.all(statements)).flatMap((result) => result.rows);
    expect(rows).toEqual(Array.from({ length: 12 }, (_, index) => ({ index })));
    expect(database.engine.connections?.().open).toBe(4);
    await database.close();
  });

  it('refuses a schema name that would need quotes', async () => {
    const location = { databaseUrl: 'postgres://127.0.0.1:1/x', schema: 'a; DROP TABLE b' };
    await expect(openDatabase(location, { encryptionKey: randomBytes(32) })).rejects.toMatchObject({
      code: 'schema_name_invalid',
    });
  });
});

/** Holds the gate's lock until the connection ends. */
async function closeGate({ location }: TestDatabase): Promise<pg.Client> {
  if (!('databaseUrl' in location)) throw new Error('a server has an address');
  const client = new pg.Client({ connectionString: location.databaseUrl });
  await client.connect();
  await client.query('SELECT pg_advisory_lock($1)', [GATE]);
  return client;
}

async function readState(client: PgliteClient): Promise<{ readonly bytes: number; readonly redo: string }> {
  const { rows } = await client.query(
    "SELECT pg_relation_size('churned')::int AS bytes, redo_lsn::text AS redo FROM pg_control_checkpoint()",
  );
  return rows[0] as { readonly bytes: number; readonly redo: string };
}

function openingOf(place: TestDatabase): string {
  const key = Buffer.from(place.encryptionKey).toString('hex');
  return `
    const { openDatabase } = await import('${postgres}');
    const encryptionKey = Buffer.from('${key}', 'hex');
    const database = await openDatabase(${JSON.stringify(place.location)}, { encryptionKey });`;
}
