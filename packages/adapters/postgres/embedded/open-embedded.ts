import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Engine } from '../engine.ts';
import { type DataDirLock, lockDataDir } from './data-dir-lock.ts';
import { Mutex } from './mutex.ts';
import { PgliteClient } from './pglite-client.ts';
import { createSingleConnectionDialect } from './single-connection-dialect.ts';
import { startUpkeep, type Upkeep } from './upkeep.ts';

/** Throws `data_dir_locked`. */
export async function openEmbedded(dataDir: string): Promise<Engine> {
  const path = resolve(dataDir);
  mkdirSync(dirname(path), { recursive: true });
  const lock = lockDataDir(`${path}.lock`);
  try {
    return createEngine(await PgliteClient.open(path), lock);
  } catch (error) {
    lock.release();
    throw error;
  }
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
