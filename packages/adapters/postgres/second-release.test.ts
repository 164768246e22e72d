import { hashSecret } from '@countersign/identity';
import { checkAuditTrail } from '@countersign/signing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTestDatabaseKinds, type TestDatabase } from '../testing/index.ts';
import { readStoredRelease, writeStoredRelease } from '../testing/stored-release.ts';
import { type AdapterDatabase, openDatabase } from './index.ts';

const release = readStoredRelease('second-release');
const encryptionKey = Buffer.from(release.encryptionKey, 'hex');
const CONSENT = { language: 'en', text: expect.stringMatching(/^I agree/) };

for (const kind of await listTestDatabaseKinds()) {
  describe.skipIf(kind.unavailable !== null)(
    `a database written by the second release, on the ${kind.name} database ${kind.unavailable ?? ''}`,
    () => {
      let place: TestDatabase;
      let database: AdapterDatabase;

      beforeAll(async () => {
        place = await kind.createEmpty();
        await writeStoredRelease(place, release);
        database = await openDatabase(place.location, { encryptionKey });
      }, 60_000);
      afterAll(async () => {
        await database?.close();
        await place.remove();
      });

      it('opens, its signatures as those of a method, with ink and consent as they were', async () => {
        const signatures = (await findDocument('Completed, Łódź'))?.signees.map(({ signature }) => signature);
        expect(signatures).toMatchObject([
          {
            method: 'digital_ink',
            ink: { kind: 'drawn', blobId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
            consent: CONSENT,
            values: [{ name: 'Name', value: ['Ada'] }],
            attachments: [],
          },
          {
            method: 'digital_ink',
            ink: { kind: 'typed', typedName: 'Bo Ek', font: 'caveat' },
            consent: CONSENT,
            values: [],
            attachments: [],
          },
        ]);
      });

      it('has the rest of each document as it was, written back in the present version and read again', async () => {
        for (const row of release.tables.documents ?? []) {
          const document = await database.read.documents.find(String(row.document_id));
          if (document === null) throw new Error('there is the document');
          await database.transact(({ documents }) => documents.update(document));
          expect(await database.read.documents.find(document.documentId)).toEqual(document);
          const { signees: _, ...stored } = Object(row.state);
          expect(JSON.parse(JSON.stringify(document))).toMatchObject(withoutDateMarks(stored));
        }
      });

      it('finds the links of an open document, signed by those who have', async () => {
        const open = await findDocument('Half signed');
        expect(open?.signees.map(({ fullName, signature }) => [fullName, signature?.method])).toEqual([
          ['Łukasz Żółć', undefined],
          ['Bo', 'digital_ink'],
        ]);
        for (const { token, signeeId } of open?.signees ?? []) {
          const found = await database.read.documents.findByTokenHash(hashSecret(token));
          expect(found).toEqual({ documentId: open?.documentId, signeeId });
        }
        const view = await database.read.documents.findPreparedView(open?.documentId ?? '');
        expect(view).toMatchObject({ fields: [{ name: 'Name', type: 'textField' }] });
      });

      it('keeps its audit trails whole', async () => {
        for (const { subject_kind, subject_id } of release.tables.audit_entries ?? []) {
          const kind = subject_kind === 'file' ? ('file' as const) : ('document' as const);
          const trail = await checkAuditTrail(database.read, { kind, id: String(subject_id) });
          expect(trail).toMatchObject({ broken: null });
        }
      });

      function findDocument(name: string) {
        const row = release.tables.documents?.find((document) => document.name === name);
        return database.read.documents.find(String(row?.document_id));
      }
    },
  );
}

/** Moments as JSON has them. */
function withoutDateMarks(stored: unknown): object {
  return JSON.parse(JSON.stringify(stored), (_, value) => value?.$date ?? value);
}
