import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { MIGRATIONS } from './migrations/migrations.ts';
import type { Tables } from './tables.ts';

/** Fully, up to the named migration, or not at all. The caller holds the migration lock. */
export async function migrate(db: Kysely<Tables>, schema: string, target?: string): Promise<void> {
  const provider = { getMigrations: async (): Promise<Record<string, Migration>> => ({ ...MIGRATIONS }) };
  const migrator = new Migrator({ db, provider, migrationTableSchema: schema });
  const { error } = await (target === undefined ? migrator.migrateToLatest() : migrator.migrateTo(target));
  if (error !== undefined) throw error;
}
