import { randomUUID } from 'node:crypto';
import { createJobOperator } from '../../packages/adapters/jobs/administer-jobs.ts';
import { listDueJobs } from '../../packages/adapters/jobs/job-workers.ts';
import { createBoss } from '../../packages/adapters/jobs/open-jobs.ts';
import { readServiceState } from '../../packages/adapters/postgres/service-state.ts';
import type { DirectoryQuery } from '../../packages/identity/index.ts';
import type { DocumentFilters } from '../../packages/signing/index.ts';
import { buildAuditEntry } from '../../packages/signing/testing/builders.ts';
import type { FilledDatabase } from './fill-database.ts';
import { Undone } from './measure-statements.ts';

type Operations = Readonly<Record<string, () => Promise<unknown>>>;

/** What people and jobs ask of the database, under the names that the report has. */
export async function listOperations(filled: FilledDatabase): Promise<Operations & AsyncDisposable> {
  const { engine } = filled.database;
  const boss = createBoss(engine, {}, { supervise: false, schedule: false });
  await boss.start();
  return {
    ...listReading(filled),
    ...listWork(filled, boss),
    [Symbol.asyncDispose]: () => boss.stop({ graceful: false, close: false }),
  };
}

function listReading({ database, accountId, sender, newcomer }: FilledDatabase): Operations {
  const { read } = database;
  const { documents } = read;
  const of = ({ userId }: { readonly userId: string }) => ({ accountId, userId });
  const list = (filters: DocumentFilters, offset = 0, user = sender) =>
    documents.list({ ...of(user), limit: 51, offset, ...filters });
  const viewer = (user: FilledDatabase['sender']) => ({
    accountId,
    viewer: { userId: user.userId, emailAddress: user.emailAddress.toLowerCase() },
  });
  const group = (name: NonNullable<DocumentFilters['group']>['name'], user = sender) =>
    list({ group: { name, viewer: viewer(user).viewer } }, 0, user);
  const directory = (attribute: NonNullable<DirectoryQuery['filter']>['attribute'], value: string) =>
    read.signOn.listDirectory(accountId, { filter: { attribute, value }, limit: 100, offset: 0 });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const search = (text: string, user = sender) => list({ words: text.split(' ') }, 0, user);
  return {
    'list: first page': () => list({}),
    'list: first page, who sees few': () => list({}, 0, newcomer),
    'list: from 1,000': () => list({}, 1_000),
    'list: from 10,000': () => list({}, 10_000),
    'list: completed': () => list({ status: 'completed' }),
    'list: failed': () => list({ status: 'error' }),
    'list: a month': () => list({ createdAfter: daysAgo(200), createdBefore: daysAgo(170) }),
    'list: a month, failed': () =>
      list({ status: 'error', createdAfter: daysAgo(200), createdBefore: daysAgo(170) }),
    'list: external id': () => list({ externalId: 'A-1' }),
    'list: label': () => list({ labelKey: 'label 2' }),
    'list: label, who sees few': () => list({ labelKey: 'label 2' }, 0, newcomer),
    'list: label that is not used': () => list({ labelKey: 'none' }),
    'list: waiting for me': () => group('waiting_for_me', newcomer),
    'list: waiting for me, none': () => group('waiting_for_me'),
    'list: waiting for others': () => group('waiting_for_others'),
    'list: done': () => group('done'),
    'list: ended': () => group('ended'),
    'search: one document': () => search('employment 12000'),
    'search: a common word': () => search('contract'),
    'search: a common word, who sees few': () => search('contract', newcomer),
    'search: a person': () => search('ada sson'),
    'search: an address': () => search('4e2@example.com'),
    'search: two common words that never meet': () => search('lease purchase'),
    'search: nothing': () => search('zzzzqqqq'),
    'search: two letters': () => search('bo'),
    'search: two letters that nothing has': () => search('q~'),
    'search: completed': () => list({ status: 'completed', words: ['contract'] }),
    'counts: groups': () => documents.countGroups(viewer(sender)),
    'counts: groups, who sees few': () => documents.countGroups(viewer(newcomer)),
    'counts: drafts': () => read.saved.countOpenDrafts(of(sender), new Date()),
    'counts: labels': () => documents.countLabels(of(sender)),
    'documents of a link': () => documents.listCompletedOfLink(randomUUID(), { limit: 51, offset: 0 }),
    'verify a sealed file': () => documents.findBySealedSha256('ab'.repeat(32)),
    'trail of a document': () => read.audit.listFor({ kind: 'document', id: randomUUID() }),
    'what waits': () => read.waiting.list(accountId, { limit: 51, offset: 0 }),
    'what waits for a document': () =>
      read.waiting.list(accountId, { limit: 51, offset: 0, documentId: randomUUID() }),
    'directory of 10,000 users': () => read.signOn.listDirectory(accountId, { limit: 100, offset: 5_000 }),
    'directory: an address': () => directory('emailAddress', 'USER77@example.com'),
    'directory: an external id': () => directory('externalId', 'external 77'),
    'limit: documents': () => read.audit.countCreated(accountId, daysAgo(31), 1_000_000),
    'limit: bytes': () => read.files.sumSizes(accountId),
    'limit: users': () => read.accounts.countUsers(accountId, ['active'], 1_000_000),
    'one person: a page': () =>
      read.removals.listMentioning('ada@example.com', 'documents', { accountId, limit: 1_000, after: '' }),
    'removal: a page': () => read.removals.listIds(randomUUID(), 'documents', 100),
    billing: () => database.engine.execute(BILLING),
  };
}

/** The statement of docs/operations.md, for the last month. */
const BILLING = `SELECT account_id, date_trunc('month', date) AS month, count(*)
  FROM audit_entries WHERE type IN ('link.created', 'link.duplicated') GROUP BY account_id, month`;

function listWork({ database, accountId }: FilledDatabase, boss: ReturnType<typeof createBoss>): Operations {
  const { read, engine } = database;
  const { listJobs } = createJobOperator(database);
  const documentId = randomUUID();
  const now = new Date();
  return {
    'retention: documents': () => read.documents.listExpired(now, 100),
    'retention: unused files': () => read.files.listUnused(now, 100),
    'retention: deliveries': () =>
      database.transact(({ webhooks }) => webhooks.removeDeliveriesBefore(new Date(0), 100)),
    'follow up': () => read.documents.listForFollowUp(now, 100),
    'documents to seal': () => read.documents.listUnsealed(),
    'jobs: what is due': () => listDueJobs(engine),
    'jobs: claim': () => boss.fetch('complete-document', { batchSize: 1, includeMetadata: true }),
    'jobs: claim, none': () => boss.fetch('send-copy', { batchSize: 1, includeMetadata: true }),
    'jobs: enqueue': () =>
      database.transact(async ({ jobs }) => {
        await jobs.enqueue({ name: 'complete-document', documentId }, { accountId });
        throw new Undone();
      }),
    'jobs: failed ones': () => listJobs({ limit: 100 }),
    'audit: append': () =>
      database.transact(async ({ audit }) => {
        await audit.append(buildAuditEntry({ accountId, subject: { kind: 'document', id: documentId } }));
        throw new Undone();
      }),
    metrics: () => readServiceState(database),
  };
}
