import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDiskBlobs } from '@countersign/adapters/disk-blobs';
import { type AdapterDatabase, openDatabase } from '@countersign/adapters/postgres';
import type { BlobStore } from '@countersign/signing';
import { BlobsUnavailable, DatabaseUnavailable } from '@countersign/signing/ports';
import type { Config } from '../config.ts';
import { StartError } from '../errors.ts';
import { loadSecrets, type Secrets } from '../secrets.ts';

export interface Storage {
  readonly database: AdapterDatabase;
  readonly blobs: BlobStore;
  readonly secrets: Secrets;
}

/** Keys, database and blobs. Throws a `StartError` that names the setting to look at. */
export async function openStorage(config: Config): Promise<Storage> {
  const secrets = await naming('data_dir_unusable', 'DATA_DIR', async () => {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    return loadSecrets(config.dataDir);
  });
  const database = await openConfiguredDatabase(config, secrets);
  const blobs = await naming('data_dir_unusable', 'DATA_DIR', () =>
    openDiskBlobs(join(config.dataDir, 'files')),
  );
  return { database, blobs, secrets };
}

function openConfiguredDatabase(config: Config, { encryptionKey }: Secrets): Promise<AdapterDatabase> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === undefined) {
    return naming('data_dir_unusable', 'DATA_DIR', () =>
      openDatabase({ dataDir: join(dataDir, 'database') }, { encryptionKey }),
    );
  }
  return naming('database_unusable', 'DATABASE_URL', () => openDatabase({ databaseUrl }, { encryptionKey }));
}

/** Says which setting an outage belongs to, on one line. */
async function naming<T>(code: StartError['code'], setting: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(code, `${setting}: ${describeReason(error)}`, error);
  }
}

/** A connection that fails on several addresses is an AggregateError without a message. */
function describeReason(error: unknown): string {
  if (error instanceof DatabaseUnavailable || error instanceof BlobsUnavailable)
    return describeReason(error.cause);
  if (error instanceof AggregateError) return describeReason(error.errors[0]);
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0] ?? '';
}
