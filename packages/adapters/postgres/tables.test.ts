import { expect, it } from 'vitest';
import { generateTables } from '../testing/generate-tables.ts';
import { listTestDatabaseKinds } from '../testing/test-database.ts';

const server = (await listTestDatabaseKinds()).find(({ name }) => name === 'server');

// After a change of the schema, `vitest --update` writes the file anew.
it.skipIf(server?.unavailable !== null)(
  'are those of a migrated database',
  async () => {
    const path = new URL('tables.ts', import.meta.url).pathname;
    await expect(await generateTables()).toMatchFileSnapshot(path);
  },
  60_000,
);
