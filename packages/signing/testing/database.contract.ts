import { accountTests, browserSessionTests, personTests, signOnTests } from '@countersign/identity/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../ports/database.ts';
import { auditTests } from './database/audit-tests.ts';
import { documentTests } from './database/document-tests.ts';
import { fileTests } from './database/file-tests.ts';
import { followUpTests } from './database/follow-up-tests.ts';
import { keptProofTests } from './database/kept-proof-tests.ts';
import { listTests } from './database/list-tests.ts';
import { missingRowTests } from './database/missing-row-tests.ts';
import { proofTests } from './database/proof-tests.ts';
import { savedTests } from './database/saved-tests.ts';
import { sessionTests } from './database/session-tests.ts';
import { transactionTests } from './database/transaction-tests.ts';
import { webhookTests } from './database/webhook-tests.ts';

export interface DatabaseHarness {
  readonly database: Database;
  /** Whatever their start time. */
  countJobs(): Promise<number>;
  close(): Promise<void>;
}

/** `open` resolves with an empty one, once for the suite. */
export function databaseContract(open: () => Promise<DatabaseHarness>): void {
  describe('Database contract', () => {
    let harness: DatabaseHarness;
    beforeAll(async () => {
      harness = await open();
    });
    afterAll(() => harness.close());
    const database = () => harness.database;

    it('answers a ping', () => expect(database().ping()).resolves.toBeUndefined());
    accountTests(database);
    personTests(database);
    browserSessionTests(database);
    signOnTests(database);
    transactionTests(database, () => harness.countJobs());
    missingRowTests(database);
    fileTests(database);
    auditTests(database);
    documentTests(database);
    followUpTests(database);
    listTests(database);
    savedTests(database);
    sessionTests(database);
    proofTests(database);
    keptProofTests(database);
    webhookTests(database);
  });
}
