import { buildAccount, buildUser } from '@countersign/identity/testing';
import { buildDocument, buildFile, buildSignee } from '@countersign/signing/testing';
import { describe, expect, it } from 'vitest';
import { createJobsSchema } from '../../jobs/open-jobs.ts';
import { useEmbeddedDatabase } from '../../testing/use-embedded-database.ts';

const ROWS = [
  `INSERT INTO account_events (event_id, account_id, type, date, details)
    SELECT 'event ' || n, $1, 'session.started', now(), '{}' FROM generate_series(1, 5) AS n`,
  `INSERT INTO audit_entries (entry_id, subject_kind, subject_id, sequence, type, account_id, date, file_ids, file_heads,
      details, hash)
    SELECT 'entry ' || n, 'file', 'file ' || n, 1, 'file.uploaded', $1, date_trunc('milliseconds', now()), '[]', '[]', '{}', n
    FROM generate_series(1, 5) AS n`,
];

describe('the removal of an account', () => {
  const database = useEmbeddedDatabase();

  async function seed() {
    const account = buildAccount();
    const user = buildUser(account.accountId);
    await database().transact(async ({ accounts }) => {
      await accounts.insertAccount(account);
      await accounts.insertUser(user);
    });
    return { account, file: buildFile(user) };
  }

  // One statement for all rows of a kind ended at its time limit, and so did each of its repetitions.
  it('removes what may be many rows in parts, and counts them once', async () => {
    const { account } = await seed();
    const { accountId } = account;
    const { engine, read } = database();
    await createJobsSchema(engine, []);
    for (const statement of ROWS) await engine.execute(statement, [accountId]);
    const closedAt = new Date('2026-01-01T00:00:00Z');
    await database().transact(async ({ accounts, removals }) => {
      await accounts.updateAccount({ ...account, status: 'closed', statusChangedAt: closedAt });
      await removals.begin(accountId, closedAt);
    });
    const remove = () => database().transact(({ removals }) => removals.removeRest(accountId, 2));
    expect([await remove(), await remove(), await remove()]).toEqual([true, true, false]);
    expect(await remove()).toBe(false);
    expect(await read.accountEvents.list(accountId, { limit: 9, offset: 0 })).toEqual([]);
    await database().transact(({ removals }) => removals.finish(accountId, new Date()));
    const [removal] = await read.removals.list();
    expect(removal?.counts).toMatchObject({ audit_entries: 5, account_events: 5, users: 1 });
  });

  it('finds what has a text a page at a time', async () => {
    const { account, file } = await seed();
    const { accountId } = account;
    const ids = ['a', 'b', 'c', 'd'];
    await database().transact(async ({ documents }) => {
      for (const id of ids)
        await documents.insert(
          buildDocument(file, {
            documentId: id,
            signees: [buildSignee({ emailAddress: id === 'c' ? 'Ada@example.com' : 'bo@example.com' })],
          }),
        );
    });
    const find = (after: string, ofAccount: string | null = accountId) =>
      database().read.removals.listMentioning('ada@example.com', 'documents', {
        ...{ accountId: ofAccount, limit: 2, after },
      });
    expect(await find('')).toEqual({ ids: [], last: 'b' });
    expect(await find('b')).toEqual({ ids: ['c'], last: 'd' });
    expect(await find('d')).toEqual({ ids: [], last: null });
    expect(await find('b', null)).toEqual({ ids: ['c'], last: 'd' });
    expect(await find('', 'another')).toEqual({ ids: [], last: null });
  });
});
