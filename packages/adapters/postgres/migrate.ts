import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { MIGRATIONS } from './migrations/migrations.ts';
import type { Tables } from './tables.ts';

/** Brings `schema` up to date, or leaves it as it was and throws. The caller holds the migration lock. */
export async function migrate(db: Kysely<Tables>, schema: string): Promise<void> {
  const provider = { getMigrations: async (): Promise<Record<string, Migration>> => ({ ...MIGRATIONS }) };
  const { error } = await new Migrator({ db, provider, migrationTableSchema: schema }).migrateToLatest();
  if (error !== undefined) throw error;
}
