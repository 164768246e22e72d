import { randomUUID } from 'node:crypto';
import { type AuditSubject, checkAuditTrail } from '@countersign/signing';
import { buildAuditEntry } from '@countersign/signing/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTestDatabaseKinds, type TestDatabase } from '../testing/test-database.ts';
import type { AdapterDatabase } from './database.ts';
import { openDatabase } from './open-database.ts';

/** Another value for every column: a new column fails the test until it is listed. */
const TAMPERING: Readonly<Record<string, string>> = {
  entry_id: "entry_id || 'x'",
  subject_kind: "CASE subject_kind WHEN 'file' THEN 'document' ELSE 'file' END",
  subject_id: "subject_id || 'x'",
  type: "'document.deleted'",
  account_id: "'another'",
  user_id: "CASE WHEN user_id IS NULL THEN '' END",
  date: "date + interval '1 millisecond'",
  file_ids: `'["another"]'`,
  details: "details || ' '",
  sequence: 'sequence + 100',
  previous_hash: "CASE WHEN previous_hash IS NULL THEN 'ab' END",
  file_heads: "'[null]'",
  hash: "repeat('ab', 32)",
};

for (const kind of await listTestDatabaseKinds()) {
  describe.skipIf(kind.unavailable !== null)(
    `the audit chain on the ${kind.name} database ${kind.unavailable ?? ''}`,
    () => {
      let place: TestDatabase;
      let database: AdapterDatabase;
      const file: AuditSubject = { kind: 'file', id: randomUUID() };
      const document: AuditSubject = { kind: 'document', id: randomUUID() };
      const chained = [
        buildAuditEntry({ subject: file }),
        buildAuditEntry({ subject: document, fileIds: [file.id], userId: null }),
        buildAuditEntry({ subject: document, details: { signeeId: 's' } }),
        buildAuditEntry({ subject: document }),
      ];

      beforeAll(async () => {
        place = await kind.create();
        database = await openDatabase(place.location, place);
        for (const entry of chained) await database.transact(({ audit }) => audit.append(entry));
      }, 60_000);

      afterAll(async () => {
        await database.close();
        await place.remove();
      });

      const run = async (text: string, values?: readonly unknown[]) =>
        (await database.engine.execute(text.replaceAll('TABLE_NAME', tableName()), values)).rows;
      const tableName = () => `${database.engine.schema}.audit_entries`;
      const allow = async (verb: 'DISABLE' | 'ENABLE') => {
        await run(`ALTER TABLE TABLE_NAME ${verb} TRIGGER audit_entries_stay`);
        await run(`ALTER TABLE TABLE_NAME ${verb} TRIGGER audit_entries_stay_with_account`);
      };

      /** Returns the faults of all trails. */
      async function findBroken(): Promise<readonly string[]> {
        const rows = (await run('SELECT DISTINCT subject_kind, subject_id FROM TABLE_NAME')) as {
          subject_kind: AuditSubject['kind'];
          subject_id: string;
        }[];
        const subjects = rows.map((row) => ({ kind: row.subject_kind, id: row.subject_id }));
        const checks = await Promise.all(subjects.map((subject) => checkAuditTrail(database.read, subject)));
        return checks.flatMap(({ broken }) => (broken === null ? [] : [broken.fault]));
      }

      /** Changes a row with full privileges, collects the faults, and restores it. */
      async function findTampering(entryId: string, column: string, value: string) {
        await allow('DISABLE');
        const [row] = (await run(
          `SELECT to_jsonb(entry)::text AS text FROM TABLE_NAME entry WHERE entry_id = '${entryId}'`,
        )) as { text: string }[];
        try {
          await run(`UPDATE TABLE_NAME SET ${column} = ${value} WHERE entry_id = '${entryId}'`);
        } catch (error) {
          await allow('ENABLE');
          return [`refused: ${error instanceof Error ? error.message : error}`];
        }
        const found = await findBroken();
        await run(`DELETE FROM TABLE_NAME WHERE entry_id IN ('${entryId}', '${entryId}x')`);
        await run('INSERT INTO TABLE_NAME SELECT * FROM jsonb_populate_record(null::TABLE_NAME, $1::jsonb)', [
          row?.text,
        ]);
        await allow('ENABLE');
        return found;
      }

      it('finds any column of any row changed', async () => {
        const columns = (await run(
          `SELECT column_name FROM information_schema.columns WHERE table_name = 'audit_entries'
            AND table_schema = '${database.engine.schema}'`,
        )) as { column_name: string }[];
        expect(columns.map((column) => column.column_name).sort()).toEqual(Object.keys(TAMPERING).sort());
        for (const { entryId } of chained) {
          for (const [column, value] of Object.entries(TAMPERING)) {
            expect(await findTampering(entryId, column, value), column).not.toEqual([]);
          }
          expect(await findBroken()).toEqual([]);
        }
      }, 60_000);

      it('refuses moments that are finer than what is hashed, or none', async () => {
        const entryId = chained[1]?.entryId ?? '';
        for (const value of ["date + interval '1 microsecond'", "'infinity'"])
          expect(await findTampering(entryId, 'date', value)).toEqual([
            expect.stringMatching(/refused: .*check/),
          ]);
      });

      it('refuses a second entry behind one there is', async () => {
        const copy = (sequence: number) =>
          run(
            `INSERT INTO TABLE_NAME (entry_id, subject_kind, subject_id, type, account_id, date, file_ids, details,
              sequence, previous_hash, file_heads, hash) SELECT entry_id || 'copy', subject_kind, subject_id, type,
              account_id, date, file_ids, details, ${sequence}, previous_hash, file_heads, hash
              FROM TABLE_NAME WHERE entry_id = '${chained[2]?.entryId}'`,
          );
        await expect(copy(2)).rejects.toThrow('audit_entries_chain');
        await expect(copy(9)).rejects.toThrow('audit_entries_no_fork');
      });
    },
  );
}
