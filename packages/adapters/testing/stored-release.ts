import { readFileSync } from 'node:fs';
import { Kysely } from 'kysely';
import { migrate, openEngine } from '../postgres/open-database.ts';
import type { Tables } from '../postgres/tables.ts';
import type { Engine } from '../postgres/transaction.ts';
import type { TestDatabase } from './test-database.ts';

/** fixtures/database */
export interface StoredRelease {
  /** Hex. */
  readonly encryptionKey: string;
  readonly lastMigration: string;
  /** In the order of insertion. */
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

export function readStoredRelease(name: 'first-release' | 'second-release'): StoredRelease {
  const fixture = new URL(`../../../fixtures/database/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(fixture, 'utf8'));
}

/** Into an empty database. */
export async function writeStoredRelease(
  { location }: Pick<TestDatabase, 'location'>,
  { lastMigration, tables }: StoredRelease,
): Promise<void> {
  const engine = await openEngine(location);
  try {
    const db = new Kysely<Tables>({ dialect: engine.dialect });
    await engine.migrateAlone(() => migrate(db, engine.schema, lastMigration));
    for (const [table, rows] of Object.entries(tables)) {
      const name = `${engine.schema}.${table}`;
      await engine.execute(
        `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_recordset(null::${name}, $1::text::jsonb)`,
        [JSON.stringify(rows)],
      );
    }
    await queueEvents(engine, tables.events ?? []);
  } finally {
    await engine.close();
  }
}

/** Of those releases. */
async function queueEvents(
  { execute, jobsSchema }: Engine,
  events: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  await execute(`CREATE SCHEMA ${jobsSchema}`);
  await execute(`CREATE TABLE ${jobsSchema}.job (position serial, name text, data jsonb)`);
  for (const { event_id } of events) {
    await execute(`INSERT INTO ${jobsSchema}.job (name, data) VALUES ('publish-event', $1::text::jsonb)`, [
      JSON.stringify({ name: 'publish-event', eventId: event_id }),
    ]);
  }
}
