import { rateCounterContract } from '@countersign/signing/testing';
import { describe } from 'vitest';
import { listTestDatabaseKinds } from '../testing/test-database.ts';
import { openDatabase } from './open-database.ts';

describe.each(await listTestDatabaseKinds())('$name', ({ unavailable, create }) => {
  describe.skipIf(unavailable !== null)('rate counts', () => {
    rateCounterContract(async () => {
      const { location, encryptionKey, remove } = await create();
      const database = await openDatabase(location, { encryptionKey });
      return {
        counter: database.rateCounts,
        close: async () => {
          await database.close();
          await remove();
        },
      };
    });
  });
});
