/** PGlite's file system for Node lacks an fsync, which is added here, so that commits are durable. */

import fs, { existsSync, mkdirSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { PGlite, types } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncPath } from '../../blobs/write-file.ts';
import { AdapterError } from '../../errors.ts';
import type { Engine } from '../transaction.ts';
import { type DataDirLock, lockDataDir } from './data-dir-lock.ts';
import { createSingleConnectionDialect, Mutex, PgliteClient } from './pglite-client.ts';

type InitArguments = Parameters<NodeFS['init']>;
type PostgresModule = Parameters<NonNullable<InitArguments[1]['preRun']>[number]>[0];

/** The part that is patched. `nfd` is Node's descriptor. */
interface EmscriptenNodeFs {
  readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number };
}

/** The code is emscripten's input/output error (wasi errno `io`). */
const ERRNO_IO = 29;

class DurableNodeFs extends NodeFS {
  override async init(...[pg, options]: InitArguments): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [addFsync, ...(emscriptenOpts.preRun ?? [])] } };
  }
}

function addFsync(module: PostgresModule): void {
  // The members are not in PGlite's types. Its pinned version and the test that counts fsyncs guard against
  // changes.
  const { FS, NODEFS } = module as unknown as {
    readonly FS: { readonly ErrnoError: new (errno: number) => Error };
    readonly NODEFS: EmscriptenNodeFs;
  };
  NODEFS.stream_ops.fsync = (stream) => {
    try {
      fs.fsyncSync(stream.nfd);
      return 0;
    } catch {
      // PostgreSQL stops after a failed write of the log.
      throw new FS.ErrnoError(ERRNO_IO);
    }
  };
}

/**
 * PGlite has no background processes: without vacuum, finished jobs accumulate; without checkpoints, the
 * write-ahead log grows.
 */

const UPKEEP_EVERY_MS = 10 * 60_000;

interface Upkeep {
  stop(): void;
}

/** Keeps the database up every ten minutes, which takes milliseconds. */
function startUpkeep(client: PgliteClient, mutex: Mutex): Upkeep {
  const timer = setInterval(() => {
    // The service's own statements would fail too, and say so.
    keepUp(client, mutex).catch(() => undefined);
  }, UPKEEP_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** VACUUM may not run in a script, which is one transaction. */
export async function keepUp(client: PgliteClient, mutex: Mutex): Promise<void> {
  await mutex.runExclusive(() => client.query('VACUUM (ANALYZE)'));
  await mutex.runExclusive(() => client.query('CHECKPOINT'));
}

/** Opens the database. Throws `data_dir_locked` and `data_dir_of_another_user`. */
export async function openEmbedded(dataDir: string): Promise<Engine> {
  const path = resolve(dataDir);
  refuseRoot(path);
  mkdirSync(dirname(path), { recursive: true });
  const lock = lockDataDir(`${path}.lock`);
  try {
    return createEngine(await PgliteClient.open(path), lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * An export that root ran left files that the service could not read, and it did not start again. PostgreSQL itself
 * refuses every user but the owner; here others than root cannot open the files anyway.
 */
function refuseRoot(path: string): void {
  if (process.geteuid?.() !== 0) return;
  const made = [path, dirname(path)].find((one) => existsSync(one));
  const uid = made === undefined ? 0 : statSync(made).uid;
  if (uid !== 0) throw new AdapterError('data_dir_of_another_user', { path, uid });
}

function createEngine(client: PgliteClient, lock: DataDirLock): Engine {
  const mutex = new Mutex();
  const upkeep = startUpkeep(client, mutex);
  return {
    kind: 'embedded',
    dialect: createSingleConnectionDialect(client, mutex),
    schema: 'public',
    jobsSchema: 'jobs',
    execute: (text, values) => mutex.runExclusive(() => execute(client, text, values)),
    // The lock file excludes other processes.
    migrateAlone: (work) => work(),
    openedAlone: true,
    close: () => mutex.runExclusive(() => close(client, lock, upkeep)),
  };
}

async function execute(client: PgliteClient, text: string, values: readonly unknown[] | undefined) {
  if (values !== undefined && values.length > 0) return client.query(text, values);
  try {
    return await client.script(text);
  } catch (error) {
    // A script may leave a transaction open on the one connection.
    await client.script('ROLLBACK');
    throw error;
  }
}

async function close(client: PgliteClient, lock: DataDirLock, upkeep: Upkeep): Promise<void> {
  upkeep.stop();
  await client.close();
  lock.release();
}

/**
 * The parameters are PGlite's without `-F`, which turns fsync off, plus the sync method that works: fdatasync
 * does nothing. Small buffers save 100 MB.
 */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=16MB',
];

/** Opens PGlite so that commits are durable. */
export async function openPglite(dataDir: string): Promise<PGlite> {
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await createDataDir(dataDir);
  return startPglite(dataDir);
}

/** Creates a draft and renames it at the end, so that a killed start leaves no partial database. */
async function createDataDir(dataDir: string): Promise<void> {
  const draft = `${dataDir}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const pglite = await startPglite(draft);
  await pglite.close();
  await syncTree(draft);
  await rm(dataDir, { recursive: true, force: true });
  await rename(draft, dataDir);
  await syncPath(dirname(dataDir));
}

function startPglite(dataDir: string): Promise<PGlite> {
  return PGlite.create({
    fs: new DurableNodeFs(dataDir),
    startParams: START_PARAMS,
    extensions: { pg_trgm },
    serializers: { [types.TIMESTAMPTZ]: writeDate },
  });
}

/** PostgreSQL reads neither the sign that ISO 8601 has beyond four digits nor a year 0, which is 1 BC. */
function writeDate(date: Date): string {
  const year = date.getUTCFullYear();
  const rest = date.toISOString().replace(/^[+-]?\d+/, '');
  const digits = (counted: number) => String(counted).padStart(4, '0');
  return year > 0 ? `${digits(year)}${rest}` : `${digits(1 - year)}${rest} BC`;
}

async function syncTree(root: string): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  for (const path of [...paths, root]) await syncPath(path);
}
