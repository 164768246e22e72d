import { checkAuditTrail, progressOf } from '@countersign/signing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdapterDatabase } from '../postgres/database.ts';
import { openDatabase } from '../postgres/open-database.ts';
import { readStoredRelease, type StoredRelease, writeStoredRelease } from './stored-release.ts';
import { listTestDatabaseKinds, type TestDatabase } from './test-database.ts';

/** On each kind of database; `defineTests` adds to what holds for all releases. */
export async function describeRelease(
  name: 'first-release' | 'second-release',
  defineTests: (database: () => AdapterDatabase, release: StoredRelease) => void,
): Promise<void> {
  const release = readStoredRelease(name);
  for (const kind of await listTestDatabaseKinds()) {
    describe.skipIf(kind.unavailable !== null)(
      `a database of the ${name}, on the ${kind.name} database ${kind.unavailable ?? ''}`,
      () => {
        let place: TestDatabase;
        let database: AdapterDatabase;

        beforeAll(async () => {
          place = await kind.createEmpty();
          await writeStoredRelease(place, release);
          database = await openDatabase(place.location, {
            encryptionKey: Buffer.from(release.encryptionKey, 'hex'),
          });
        }, 60_000);
        afterAll(async () => {
          await database?.close();
          await place.remove();
        });

        it('keeps its audit trails whole', async () => {
          for (const { subject_kind, subject_id } of release.tables.audit_entries ?? []) {
            const subject = { kind: subject_kind as 'file' | 'document', id: String(subject_id) };
            expect(await checkAuditTrail(database.read, subject)).toMatchObject({ broken: null });
          }
        });

        it('lists its documents with the progress that follows from their state', async () => {
          for (const { account_id, user_id, document_id } of release.tables.documents ?? []) {
            const reader = { accountId: String(account_id), userId: String(user_id), limit: 100, offset: 0 };
            const summaries = await database.read.documents.list(reader);
            const document = await database.read.documents.find(String(document_id));
            if (document === null) throw new Error('there is the document');
            expect(summaries.find(({ documentId }) => documentId === document_id)?.progress).toEqual(
              progressOf(document),
            );
          }
        });

        defineTests(() => database, release);
      },
    );
  }
}
