import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDiskBlobs } from '@countersign/adapters/blobs/disk-blobs';
import type { S3Blobs } from '@countersign/adapters/blobs/s3-blobs';
import { AdapterError } from '@countersign/adapters/errors';
import type { AdapterDatabase } from '@countersign/adapters/postgres/database';
import { openDatabase } from '@countersign/adapters/postgres/open-database';
import type { BlobStore } from '@countersign/signing';
import { BlobsUnavailable, DatabaseUnavailable } from '@countersign/signing/ports';
import type { Logger } from 'pino';
import type { Config } from '../settings/config.ts';
import { loadSecrets, type Secrets } from '../settings/secrets.ts';
import type { DatabaseConfig } from '../settings/storage.ts';
import { StartError } from '../settings/values.ts';

export interface Storage {
  readonly database: AdapterDatabase;
  readonly blobs: BlobStore;
  readonly secrets: Secrets;
  readonly presignDownload?: S3Blobs['presign'];
  close(): Promise<void>;
}

/** Throws a `StartError` naming the setting. */
export async function openStorage(config: Config, logger: Logger): Promise<Storage> {
  await naming('data_dir_unusable', 'DATA_DIR', () =>
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 }),
  );
  const secrets = await naming('data_dir_unusable', 'KEYS_DIR', () => loadSecrets(config));
  const database = await openConfiguredDatabase(config, secrets);
  try {
    return { database, secrets, ...(await openBlobs(config, database, logger)) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openBlobs(
  { dataDir, s3 }: Config,
  database: AdapterDatabase,
  logger: Logger,
): Promise<Omit<Storage, 'database' | 'secrets'>> {
  const dir = join(dataDir, 'files');
  if (s3 === undefined) {
    const blobs = await naming('data_dir_unusable', 'DATA_DIR', () => openDiskBlobs(dir));
    return { blobs, close: () => database.close() };
  }
  // The SDK takes 25 MB of memory.
  const { openS3Blobs } = await import('@countersign/adapters/blobs/s3-blobs');
  const { location, cacheBytes, presignsDownloads } = s3;
  const blobs = await naming('storage_unusable', 'S3_BUCKET', () =>
    openS3Blobs(location, { dir, cacheBytes }),
  );
  if (!blobs.isConditional)
    logger.warn(
      { code: 's3_without_conditions' },
      'the S3 store ignores If-None-Match: if two nodes store the same id at the same time, the second replaces the first',
    );
  return {
    blobs,
    ...(presignsDownloads && { presignDownload: (...args) => blobs.presign(...args) }),
    close: async () => {
      blobs.close();
      await database.close();
    },
  };
}

/** Throws a `StartError` naming the setting. */
export function openConfiguredDatabase(
  { databaseUrl, databaseConnections: maxConnections, dataDir }: DatabaseConfig,
  { encryptionKeys: encryptionKey }: Secrets,
  statementLimitMs?: number,
): Promise<AdapterDatabase> {
  if (databaseUrl === undefined) {
    return naming('data_dir_unusable', 'DATA_DIR', () =>
      openDatabase({ dataDir: join(dataDir, 'database') }, { encryptionKey }),
    );
  }
  return naming('database_unusable', 'DATABASE_URL', () =>
    openDatabase({ databaseUrl, statementLimitMs, maxConnections }, { encryptionKey }),
  );
}

/** PostgreSQL may be lost at any later step of the start too. */
export function nameLostDatabase(error: unknown): unknown {
  if (!(error instanceof DatabaseUnavailable)) return error;
  return new StartError('database_unusable', `DATABASE_URL: ${describeReason(error)}`, error);
}

/** Throws the error as one line that names the setting. */
async function naming<T>(code: StartError['code'], setting: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(code, `${setting}: ${describeReason(error)}`, error);
  }
}

/** An AggregateError, of several addresses, has no message. */
function describeReason(error: unknown): string {
  if (error instanceof DatabaseUnavailable || error instanceof BlobsUnavailable)
    return describeReason(error.cause);
  if (error instanceof AdapterError && error.code === 'migration_unknown')
    return `another build wrote this database (migration ${error.params.migration}), and until 1.0 no build takes over the data of another: start with an empty one, or with that build`;
  if (error instanceof AggregateError) return describeReason(error.errors[0]);
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0] ?? '';
}
