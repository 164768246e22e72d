import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

const BATCH_SIZE = 1_000;

const BEFORE = [
  // The trigger is restored before the commit.
  'ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_stay',
  `ALTER TABLE audit_entries
    ADD COLUMN sequence integer,
    ADD COLUMN previous_hash text COLLATE "C",
    ADD COLUMN file_heads jsonb,
    ADD COLUMN hash text COLLATE "C"`,
];

/** Duplicates and forks violate an index. Dates are hashed to the millisecond. */
const AFTER = [
  'DROP INDEX audit_entries_subject',
  'ALTER TABLE audit_entries DROP COLUMN position',
  `ALTER TABLE audit_entries
    ALTER COLUMN sequence SET NOT NULL,
    ALTER COLUMN file_heads SET NOT NULL,
    ALTER COLUMN hash SET NOT NULL,
    ADD CHECK ((sequence = 1) = (previous_hash IS NULL)),
    ADD CHECK (isfinite(date) AND date = date_trunc('milliseconds', date))`,
  'CREATE UNIQUE INDEX audit_entries_chain ON audit_entries (subject_kind, subject_id, sequence)',
  'CREATE UNIQUE INDEX audit_entries_no_fork ON audit_entries (subject_kind, subject_id, previous_hash)',
  'ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_stay',
];

interface StoredRow {
  readonly position: string | number;
  readonly entry_id: string;
  readonly subject_kind: string;
  readonly subject_id: string;
  readonly type: string;
  readonly account_id: string;
  readonly user_id: string | null;
  readonly date: Date;
  readonly file_ids: readonly string[];
  readonly details: string;
}

/** Sorted members: `JSON.stringify` of it is hashed. */
interface Link {
  readonly accountId: string;
  readonly date: Date;
  readonly details: string;
  readonly entryId: string;
  readonly fileHeads: readonly (string | null)[];
  readonly fileIds: readonly string[];
  readonly previousHash: string | null;
  readonly sequence: number;
  readonly subject: { readonly id: string; readonly kind: string };
  readonly type: string;
  readonly userId: string | null;
}

interface ChainedRow {
  readonly link: Link;
  readonly hash: string;
}

/** Existing entries are chained. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of BEFORE) await sql.raw(statement).execute(db);
  await chainAll(db);
  for (const statement of AFTER) await sql.raw(statement).execute(db);
}

async function chainAll(db: Kysely<unknown>): Promise<void> {
  const heads = new Map<string, ChainedRow>();
  let position: string | number = 0;
  for (;;) {
    const rows = await readBatch(db, position);
    for (const row of rows) {
      await storeLink(db, chainRow(row, heads));
      position = row.position;
    }
    if (rows.length < BATCH_SIZE) return;
  }
}

async function readBatch(db: Kysely<unknown>, after: string | number): Promise<readonly StoredRow[]> {
  const { rows } = await sql<StoredRow>`SELECT * FROM audit_entries WHERE position > ${after}
    ORDER BY position LIMIT ${BATCH_SIZE}`.execute(db);
  return rows;
}

function chainRow(row: StoredRow, heads: Map<string, ChainedRow>): ChainedRow {
  const chain = `${row.subject_kind}/${row.subject_id}`;
  const fileHeads = row.file_ids.map((id) => heads.get(`file/${id}`)?.hash ?? null);
  const link = toLink(row, heads.get(chain) ?? null, fileHeads);
  const chained = { link, hash: createHash('sha256').update(JSON.stringify(link)).digest('hex') };
  heads.set(chain, chained);
  return chained;
}

/** A frozen copy of the hash of entries. */
function toLink(row: StoredRow, head: ChainedRow | null, fileHeads: readonly (string | null)[]): Link {
  return {
    accountId: row.account_id,
    date: row.date,
    details: row.details,
    entryId: row.entry_id,
    fileHeads,
    fileIds: row.file_ids,
    previousHash: head?.hash ?? null,
    sequence: (head?.link.sequence ?? 0) + 1,
    subject: { id: row.subject_id, kind: row.subject_kind },
    type: row.type,
    userId: row.user_id,
  };
}

async function storeLink(db: Kysely<unknown>, { link, hash }: ChainedRow): Promise<void> {
  const { sequence, previousHash, fileHeads, entryId } = link;
  await sql`UPDATE audit_entries SET sequence = ${sequence}, previous_hash = ${previousHash},
    file_heads = cast(${JSON.stringify(fileHeads)}::text as jsonb), hash = ${hash}
    WHERE entry_id = ${entryId}`.execute(db);
}
