import { expect, it } from 'vitest';
import { listTestDatabaseKinds } from '../testing/test-database.ts';
import { openDatabase } from './open-database.ts';

const server = (await listTestDatabaseKinds()).find(({ name }) => name === 'server');

it.skipIf(server === undefined || server.unavailable !== null)(
  'prepares a statement that comes often once for a connection, and it survives a column that a newer release adds',
  async () => {
    if (server === undefined) return;
    const place = await server.create();
    const database = await openDatabase(place.location, place);
    const find = () =>
      database.accessTokens.findAndCount('unknown', new Date(), { key: 'key', windowMs: 1000 });
    try {
      const countPrepared = async () => {
        const text =
          "SELECT count(*)::integer AS found FROM pg_prepared_statements WHERE statement LIKE '%access_tokens%'";
        return (await database.engine.execute(text)).rows;
      };
      await find();
      expect(await countPrepared()).toEqual([{ found: 0 }]);
      for (let count = 0; count < 30; count += 1) await find();
      expect(await countPrepared()).toEqual([{ found: 1 }]);
      await database.engine.execute('ALTER TABLE access_tokens ADD COLUMN later text');
      expect(await find()).toBeNull();
    } finally {
      await database.close();
      await place.remove();
    }
  },
);
