import { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { type AdapterDatabase, createAdapterDatabase } from './database.ts';
import { openEmbedded } from './embedded/embedded.ts';
import { createSecretBox, type SecretBox, verifyEncryptionKey } from './encryption.ts';
import { MIGRATIONS } from './migrations/migrations.ts';
import { openServer, type ServerLocation } from './server.ts';
import type { Tables } from './tables.ts';
import type { Engine } from './transaction.ts';

/** Fully, up to the named migration, or not at all. The caller holds the migration lock. */
export async function migrate(db: Kysely<Tables>, schema: string, target?: string): Promise<void> {
  const provider = { getMigrations: async (): Promise<Record<string, Migration>> => ({ ...MIGRATIONS }) };
  const migrator = new Migrator({ db, provider, migrationTableSchema: schema });
  const { error } = await (target === undefined ? migrator.migrateToLatest() : migrator.migrateTo(target));
  if (error !== undefined) throw error;
}

/** `dataDir` is created with parents. */
export type DatabaseLocation = { readonly dataDir: string } | ServerLocation;

export interface DatabaseOptions {
  /** 32 bytes. Back it up separately: without it links and secrets are unreadable. */
  readonly encryptionKey: Uint8Array;
}

/**
 * Throws `data_dir_locked`, `encryption_key_invalid`, `encryption_key_wrong`, `schema_name_invalid`, or the
 * connection's error.
 */
export async function openDatabase(
  location: DatabaseLocation,
  options: DatabaseOptions,
): Promise<AdapterDatabase> {
  const secrets = createSecretBox(options.encryptionKey);
  const engine = await openEngine(location);
  try {
    return await prepareDatabase(engine, secrets);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

export function openEngine(location: DatabaseLocation): Promise<Engine> {
  return 'dataDir' in location ? openEmbedded(location.dataDir) : openServer(location);
}

async function prepareDatabase(engine: Engine, secrets: SecretBox): Promise<AdapterDatabase> {
  const db = new Kysely<Tables>({ dialect: engine.dialect });
  await engine.migrateAlone(async () => {
    await migrate(db, engine.schema);
    await verifyEncryptionKey(db, secrets);
  });
  return createAdapterDatabase(engine, db, secrets);
}
