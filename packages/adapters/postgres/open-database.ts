import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { AdapterError } from '../errors.ts';
import { type AdapterDatabase, createAdapterDatabase } from './database.ts';
import { type EncryptionKeys, SecretBox, verifyEncryptionKey } from './encryption.ts';
import { MIGRATIONS } from './migrations/migrations.ts';
import { type Connection, connect } from './schema.ts';
import { openServer, type ServerLocation } from './server.ts';
import type { Engine } from './transaction.ts';

/**
 * Runs all migrations that the database lacks, or none. The caller holds the migration lock. Throws
 * `migration_unknown`.
 */
export async function migrate(db: Connection, schema: string): Promise<void> {
  await refuseUnknownMigrations(db, schema);
  const provider = { getMigrations: async (): Promise<Record<string, Migration>> => ({ ...MIGRATIONS }) };
  const migrator = new Migrator({ db, provider, migrationTableSchema: schema });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** A database with migrations that are not here was written by another build. */
async function refuseUnknownMigrations(db: Connection, schema: string): Promise<void> {
  const path = `${schema}.${DEFAULT_MIGRATION_TABLE}`;
  const found = await sql<{ isThere: boolean }>`SELECT to_regclass(${path}) IS NOT NULL AS "isThere"`.execute(
    db,
  );
  if (!found.rows[0]?.isThere) return;
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${sql.table(path)} ORDER BY name`.execute(db);
  const unknown = rows.find(({ name }) => !Object.hasOwn(MIGRATIONS, name));
  if (unknown !== undefined) throw new AdapterError('migration_unknown', { migration: unknown.name });
}

/** The folder `dataDir` is created if it is missing. */
export type DatabaseLocation = { readonly dataDir: string } | ServerLocation;

export interface DatabaseOptions {
  /**
   * Keys of 32 bytes, of which the first encrypts. They have to be backed up apart from the database: without them links
   * and secrets are unreadable.
   */
  readonly encryptionKey: EncryptionKeys;
}

/**
 * Throws `data_dir_locked`, `data_dir_of_another_user`, `encryption_key_invalid`, `encryption_key_wrong`,
 * `migration_unknown`, `schema_name_invalid`, or the connection's error.
 */
export async function openDatabase(
  location: DatabaseLocation,
  options: DatabaseOptions,
): Promise<AdapterDatabase> {
  const secrets = new SecretBox(options.encryptionKey);
  const engine = await openEngine(location);
  try {
    return await prepareDatabase(engine, secrets);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

export async function openEngine(location: DatabaseLocation): Promise<Engine> {
  if (!('dataDir' in location)) return openServer(location);
  // Loaded on demand, because it brings a database.
  const { openEmbedded } = await import('./embedded/embedded.ts');
  return openEmbedded(location.dataDir);
}

async function prepareDatabase(engine: Engine, secrets: SecretBox): Promise<AdapterDatabase> {
  const db = connect(engine.dialect);
  await engine.migrateAlone(async () => {
    await migrate(db, engine.schema);
    await verifyEncryptionKey(db, secrets);
  });
  return createAdapterDatabase(engine, db, secrets);
}
