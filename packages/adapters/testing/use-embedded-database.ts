import { afterAll, beforeAll } from 'vitest';
import type { AdapterDatabase } from '../postgres/database.ts';
import { openDatabase } from '../postgres/open-database.ts';
import { listTestDatabaseKinds, type TestDatabase } from './test-database.ts';

/** Opens one for the tests of a file. */
export function useEmbeddedDatabase(): () => AdapterDatabase {
  let place: TestDatabase;
  let database: AdapterDatabase;
  beforeAll(async () => {
    const [embedded] = await listTestDatabaseKinds();
    if (embedded === undefined) throw new Error('no embedded database');
    place = await embedded.create();
    database = await openDatabase(place.location, place);
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await place.remove();
  });
  return () => database;
}
