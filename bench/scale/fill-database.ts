import { randomBytes } from 'node:crypto';
import { openJobs } from '../../packages/adapters/jobs/open-jobs.ts';
import type { AdapterDatabase } from '../../packages/adapters/postgres/database.ts';
import { openDatabase } from '../../packages/adapters/postgres/open-database.ts';
import type { Engine } from '../../packages/adapters/postgres/transaction.ts';
import { buildUser } from '../../packages/identity/testing/builders.ts';
import { JOBS } from '../../packages/signing/index.ts';
import {
  buildDocument,
  buildFile,
  buildInkSignature,
  buildSignee,
  buildWebhook,
} from '../../packages/signing/testing/builders.ts';
import { seed } from '../../packages/signing/testing/database/seed.ts';

export interface Sizes {
  readonly documents: number;
  /** Each document has so many. */
  readonly auditEntries: number;
}

/** Half of the documents are of one account, and the rest of this many others. */
const OTHER_ACCOUNTS = 1000;
/** Colleagues in the large account. One of them has sent every thousandth of its documents. */
const COLLEAGUES = 40;
const USERS_OF_DIRECTORY = 10_000;

export interface FilledDatabase {
  readonly database: AdapterDatabase;
  readonly accountId: string;
  /** Has sent half of the documents of the account. */
  readonly sender: { readonly userId: string; readonly emailAddress: string };
  /** Has sent few, and sees few others. */
  readonly newcomer: { readonly userId: string; readonly emailAddress: string };
  close(): Promise<void>;
}

/**
 * Creates the schema at `url` and fills it. A document and its trail are written by the service, and multiplied in the
 * database: names, people, states, days and owners vary, and stored states have their usual size.
 */
export async function fillDatabase(
  url: string,
  sizes: Sizes,
  onStep: (what: string) => void = () => undefined,
): Promise<FilledDatabase> {
  const database = await openDatabase(
    { databaseUrl: url, statementLimitMs: 3_600_000 },
    { encryptionKey: randomBytes(32) },
  );
  const jobs = await openJobs(database, JOBS);
  const { account, user, file } = await seed(database);
  const newcomer = buildUser(account.accountId);
  const webhook = buildWebhook(user);
  const signees = ['Ada Lovelace', 'Bo Ek'].map((fullName) =>
    buildSignee({ fullName, emailAddress: 'ada@example.com', signature: buildInkSignature() }),
  );
  const document = buildDocument(file, { signees, status: 'completed' });
  await database.transact(async (stores) => {
    await stores.accounts.insertUser(newcomer);
    await stores.webhooks.insert(webhook);
    await stores.files.insert(buildFile(newcomer));
    await stores.documents.insert(document);
  });
  const { engine } = database;
  const statements = writeStatements({
    ...sizes,
    template: document.documentId,
    account: account.accountId,
    sender: user.userId,
    newcomer: newcomer.userId,
    newcomerAddress: newcomer.emailAddress.toLowerCase(),
    webhook: webhook.webhookId,
    jobs: `${engine.jobsSchema}.job`,
  });
  const indexes = await dropIndexes(engine);
  for (const [what, statement] of Object.entries({ ...statements, ...indexes })) {
    onStep(what);
    await engine.execute(statement);
  }
  // The planner knows the tables as it does after autovacuum.
  await engine.execute('VACUUM (ANALYZE)');
  return {
    database,
    accountId: account.accountId,
    sender: user,
    newcomer,
    async close() {
      await jobs.stop();
      await database.close();
    },
  };
}

/** Drops those of the large tables, and returns the statements that create them again, which is faster afterwards. */
async function dropIndexes(engine: Engine): Promise<Readonly<Record<string, string>>> {
  const { rows } = await engine.execute(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE schemaname = $1 AND tablename IN ('documents', 'document_search', 'audit_entries', 'files', 'file_candidates', 'webhook_deliveries')
        AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
    [engine.schema],
  );
  const found = rows as readonly { readonly name: string; readonly definition: string }[];
  for (const { name } of found) await engine.execute(`DROP INDEX ${name}`);
  return Object.fromEntries(found.map(({ name, definition }) => [name, definition]));
}

interface Names extends Sizes {
  readonly template: string;
  readonly account: string;
  readonly sender: string;
  readonly newcomer: string;
  readonly newcomerAddress: string;
  readonly webhook: string;
  readonly jobs: string;
}

/** Ids are made from the number of a row and what it is, so that rows refer to each other without a join. */
const ID = (kind: string, index: string) => `md5('${kind} ' || ${index})::uuid::text`;

const DOCUMENT = ID('document', 'n');

/** The statements in their order, by what they insert. */
function writeStatements({
  documents,
  auditEntries,
  template,
  account,
  sender,
  newcomer,
  newcomerAddress,
  webhook,
  jobs,
}: Names): Readonly<Record<string, string>> {
  return {
    accounts: `INSERT INTO accounts (account_id, name, capabilities, created_at)
    SELECT ${ID('account', 'n')}, 'Account ' || n, '[]', now() FROM generate_series(1, ${OTHER_ACCOUNTS}) AS n`,
    users: `INSERT INTO users (user_id, account_id, role, status, full_name, email_address, language, created_at)
    SELECT ${ID('user', 'n')}, '${account}', 'member', 'active', 'User ' || n, 'user' || n || '@example.com', 'en',
      now() - n * interval '1 minute'
    FROM generate_series(1, ${USERS_OF_DIRECTORY}) AS n`,
    'ids of the directory': `INSERT INTO scim_external_ids (user_id, external_id)
    SELECT ${ID('user', 'n')}, 'external ' || n FROM generate_series(1, ${USERS_OF_DIRECTORY}) AS n`,
    // Of a hundred documents 86 are completed, 5 revoked, 1 failed, 4 open and 4 deleted; three in ten are shared.
    documents: `INSERT INTO documents (document_id, account_id, user_id, link_id, name, status, sharing_setting, created_at,
      expiry_date, follow_up_at, progress, state)
    SELECT id, account_id, user_id, link_id, CASE status WHEN 'deleted' THEN '' ELSE name END, status, sharing,
      created_at, created_at + interval '366 days',
      CASE WHEN status = 'awaiting_signatures' THEN now() + interval '1 day' END,
      jsonb_build_object('signees', 2, 'signed', CASE status WHEN 'awaiting_signatures' THEN 1 ELSE 2 END,
        'next', CASE status WHEN 'awaiting_signatures' THEN jsonb_build_array(jsonb_build_object('fullName', first || ' ' || last,
          'emailAddress', CASE WHEN n % 20000 < 100 THEN '${newcomerAddress}' ELSE address END)) ELSE '[]' END,
        'people', jsonb_build_array(jsonb_build_object('name', first || ' ' || last, 'state', 'signed'),
          jsonb_build_object('name', 'Bo Ek', 'state', 'signed')),
        'signBy', null, 'endedAt', null),
      state || jsonb_build_object('documentId', id, 'sealedSha256', encode(sha256(id::bytea), 'hex'))
        || CASE WHEN n > 1000 THEN jsonb_build_object('fileId', ${ID('file', 'n')}) ELSE '{}' END
    FROM (
      SELECT n, ${DOCUMENT} AS id,
        CASE WHEN n % 2 = 0 THEN '${account}' ELSE ${ID('account', `(n % ${OTHER_ACCOUNTS})`)} END AS account_id,
        CASE WHEN n % 2 = 1 THEN ${ID('owner', '(n % 5000)')} WHEN n % 2000 = 0 THEN '${newcomer}'
          WHEN n % 4 = 0 THEN '${sender}' ELSE ${ID('user', `(n / 4 % ${COLLEAGUES})`)} END AS user_id,
        CASE WHEN n % 31 = 0 THEN ${ID('link', '(n % 100)')} END AS link_id,
        CASE WHEN n % 100 < 86 THEN 'completed' WHEN n % 100 < 91 THEN 'revoked' WHEN n % 100 < 92 THEN 'error'
          WHEN n % 100 < 96 THEN 'awaiting_signatures' ELSE 'deleted' END AS status,
        CASE WHEN n % 10 < 3 THEN 'shared' ELSE 'private' END AS sharing,
        now() - (${documents} - n) * (interval '365 days' / ${documents}) AS created_at,
        (ARRAY['Employment contract', 'Lease of a flat', 'Order', 'Consulting agreement', 'Loan', 'Power of attorney',
          'Purchase', 'Data processing agreement'])[1 + n % 8] || ' ' || n AS name,
        (ARRAY['Ada', 'Bengt', 'Cecilia', 'David', 'Elin', 'Fredrik', 'Greta', 'Hugo', 'Ingrid', 'Johan', 'Karin', 'Lars',
          'Maria', 'Nils', 'Olga', 'Per', 'Rut', 'Sven', 'Tove', 'Ulf'])[1 + n % 20] AS first,
        initcap(translate(substr(md5('name' || n % 50000), 1, 8), '0123456789', 'ghijklmnop')) || 'sson' AS last,
        substr(md5('address' || n % 70000), 1, 9) || '@example.com' AS address
      FROM generate_series(1, ${documents}) AS n) AS made
    CROSS JOIN (SELECT state FROM documents WHERE document_id = '${template}') AS template`,
    'texts for searches': `INSERT INTO document_search (document_id, account_id, text)
      SELECT document_id, account_id, CASE status WHEN 'deleted' THEN '' ELSE lower(concat_ws(E'\\n', name,
        progress #>> '{people,0,name}', substr(md5('address' || substr(name, length(name) - 5)), 1, 9) || '@example.com',
        'bo ek', 'bo@example.com')) END
      FROM documents WHERE document_id <> '${template}'`,
    labels: `INSERT INTO document_labels (document_id, account_id, label_key, label, position, created_at, reader)
    SELECT document_id, account_id, 'label ' || n % 60, 'Label ' || n % 60, 0, created_at, reader_of(documents)
    FROM documents, generate_series(2, ${documents}, 2) AS n WHERE document_id = ${DOCUMENT} AND n % 10 < 5`,
    'audit entries': `INSERT INTO audit_entries (entry_id, subject_kind, subject_id, sequence, type, account_id, user_id,
      date, file_ids, file_heads, details, previous_hash, hash)
    SELECT ${ID('entry', "n || ' ' || sequence")}, 'document', ${DOCUMENT}, sequence,
      (ARRAY['document.created', 'document.opened', 'document.signed', 'document.completed'])[1 + sequence % 4],
      CASE WHEN n % 2 = 0 THEN '${account}' ELSE ${ID('account', `(n % ${OTHER_ACCOUNTS})`)} END,
      NULL, date_trunc('milliseconds', now() - (${documents} - n) * (interval '365 days' / ${documents})),
      '[]', '[]', '{"signeeId":"' || ${ID('signee', 'n')} || '","ipAddress":"192.0.2.1","userAgent":"Mozilla/5.0"}',
      CASE WHEN sequence > 1 THEN encode(sha256(('hash' || n || ' ' || sequence - 1)::bytea), 'hex') END,
      encode(sha256(('hash' || n || ' ' || sequence)::bytea), 'hex')
    FROM generate_series(1, ${documents}) AS n CROSS JOIN generate_series(1, ${auditEntries}) AS sequence`,
    'billable entries': `INSERT INTO audit_entries (entry_id, subject_kind, subject_id, sequence, type, account_id, user_id,
      date, file_ids, file_heads, details, previous_hash, hash)
    SELECT ${ID('billable', 'n')}, 'link', ${ID('link', 'n')}, 1, 'link.created', ${ID('account', `(n % ${OTHER_ACCOUNTS})`)},
      NULL, date_trunc('milliseconds', now() - n * interval '1 hour'), '[]', '[]', '{}', NULL, ${ID('hash', 'n')}
    FROM generate_series(1, 5000) AS n`,
    // One file for each document; the first thousand are unused.
    files: `INSERT INTO files (file_id, account_id, user_id, blob_id, original_name, size, sha256, pages, created_at)
    SELECT ${ID('file', 'n')}, '${account}', '${sender}', ${ID('blob', 'n')}, 'Contract.pdf', 1234,
      encode(sha256(n::text::bytea), 'hex'), 2, now() - (${documents} - n) * (interval '365 days' / ${documents})
    FROM generate_series(1, ${documents}) AS n`,
    deliveries: `INSERT INTO webhook_deliveries (delivery_id, webhook_id, event_id, event, status, attempts, last_status,
      last_error, created_at, updated_at)
    SELECT ${ID('delivery', 'n')}, '${webhook}', ${ID('event', 'n')},
      jsonb_build_object('documentId', ${ID('document', '(2 * n)')}, 'type', 'document.completed'),
      CASE WHEN n % 1000 = 0 THEN 'dead' WHEN n % 1000 = 1 THEN 'pending' ELSE 'delivered' END, 1, 200, NULL,
      now() - n * interval '10 seconds', now() - n * interval '10 seconds'
    FROM generate_series(1, ${documents} / 2) AS n`,
    // Finished jobs of a week, those that wait, and those that failed.
    'finished jobs': `INSERT INTO ${jobs} (name, data, state, created_on, started_on, completed_on, group_id, output)
    SELECT (ARRAY['send-message', 'deliver-webhook', 'complete-document', 'send-completed'])[1 + n % 4],
      jsonb_build_object('name', 'x', 'documentId', ${ID('document', '(2 * n)')}),
      CASE WHEN n % 1000 = 0 THEN 'failed' ELSE 'completed' END::${jobs}_state,
      now() - n * interval '1 second', now(), now(), '${account} 0', '{"message": "no"}'
    FROM generate_series(1, ${documents} / 2) AS n`,
    'open jobs': `INSERT INTO ${jobs} (name, data, state, created_on, start_after, group_id)
    SELECT (ARRAY['send-message', 'complete-document'])[1 + n % 2],
      jsonb_build_object('name', 'x', 'documentId', ${ID('document', '(2 * n)')}),
      CASE WHEN n % 100 = 0 THEN 'retry' ELSE 'created' END::${jobs}_state, now(),
      CASE WHEN n % 10 < 3 THEN now() ELSE now() + interval '1 hour' END, '${account} 0'
    FROM generate_series(1, ${documents} / 20) AS n`,
  };
}
