import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTestDatabaseKinds, type TestDatabase } from '../../testing/test-database.ts';
import type { AdapterDatabase } from '../database.ts';
import { openDatabase } from '../open-database.ts';

const ROWS = `INSERT INTO webhook_deliveries
    (delivery_id, webhook_id, event_id, event, status, attempts, created_at, updated_at)
  SELECT n, n % 20, n, '{}', 'delivered', 1, now() - n * interval '1 minute', now()
  FROM generate_series(1, 20000) n`;
/** As pageDeliveries asks. */
const PAGE = `EXPLAIN SELECT * FROM webhook_deliveries WHERE webhook_id = '7'
  ORDER BY created_at DESC, delivery_id DESC LIMIT 50 OFFSET 50`;

for (const kind of await listTestDatabaseKinds()) {
  describe.skipIf(kind.unavailable !== null)(`deliveries in the ${kind.name} database`, () => {
    let place: TestDatabase;
    let database: AdapterDatabase;
    beforeAll(async () => {
      place = await kind.create();
      database = await openDatabase(place.location, place);
    }, 60_000);
    afterAll(async () => {
      await database.close();
      await place.remove();
    });

    // Every delivery of the webhook was read and sorted for one page.
    it('are paged by an index that has their order', async () => {
      for (const statement of [ROWS, 'ANALYZE webhook_deliveries']) await database.engine.execute(statement);
      const { rows } = await database.engine.execute(PAGE);
      const plan = rows.map((row) => Object.values(Object(row)).join()).join('\n');
      expect(plan).toContain('webhook_deliveries_page');
      expect(plan).not.toContain('Sort');
    });
  });
}
