/**
 * The lists of an account, which may have a million documents: no statement here reads more of them than a bound, however
 * many there are. Two things make that so. A user sees what is shared in the account and what is private and his own, and
 * each of the two is a range of an index in the order of the list. A search first asks the index of the texts: if it finds
 * few documents these are the list, and if it finds many they are dense enough to be met in the order of the list.
 */
import {
  type DocumentFilters,
  type DocumentStatus,
  type DocumentStore,
  type DocumentSummary,
  type GroupCounts,
  type LabelCount,
  MAX_COUNTED_DOCUMENTS,
  MAX_COUNTED_LABELS,
  MAX_LISTED_LABELS,
  MAX_SCANNED_BY_SEARCH,
} from '@countersign/signing';
import { MAX_COUNTED_IN_GROUP } from '@countersign/signing/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../schema.ts';

type Query = Parameters<DocumentStore['list']>[0];
type Viewer = Pick<Query, 'accountId' | 'userId'>;
type Group = NonNullable<DocumentFilters['group']>;
type Condition = RawBuilder<boolean>;

/** More are found in the order of the list. */
const MAX_CANDIDATES = 2_000;
const NEWEST_FIRST = sql`ORDER BY created_at DESC, document_id DESC`;

export async function listDocuments(db: Connection, query: Query): Promise<readonly DocumentSummary[]> {
  const candidates = await findCandidates(db, query);
  if (candidates !== null) return selectSummaries(db, pageOf(candidates, query));
  return selectSummaries(
    db,
    query.labelKey === undefined ? pageInOrder(query) : pageOfLabel(query, query.labelKey),
  );
}

/** Labels are read for the rows of the page only, and not for those before it. */
export async function selectSummaries(
  db: Connection,
  page: RawBuilder<unknown>,
): Promise<readonly DocumentSummary[]> {
  const { rows } = await sql<DocumentSummary>`
    SELECT document_id, name, created_at, status, user_id, progress,
      coalesce((SELECT json_agg(document_labels.label ORDER BY position) FROM document_labels
        WHERE document_labels.document_id = documents.document_id), '[]') AS labels
    FROM documents WHERE document_id IN (${page}) ${NEWEST_FIRST}`.execute(db);
  return rows;
}

/** Returns a condition that few documents fulfil, or null if there is none. */
async function findCandidates(
  db: Connection,
  { accountId, externalId, words = [] }: Query,
): Promise<Condition | null> {
  if (externalId !== undefined) return sql`state ->> 'externalId' = ${externalId}`;
  const indexed = words.filter(isIndexed);
  if (indexed.length === 0) return null;
  const found = await db
    .selectFrom('documentSearch')
    .select('documentId')
    .where('accountId', '=', accountId)
    .where((all) => all.and(indexed.map((word) => all('text', 'like', `%${escapeLike(word)}%`))))
    .limit(MAX_CANDIDATES + 1)
    .execute();
  if (found.length > MAX_CANDIDATES) return null;
  return sql`document_id = ANY (${found.map(({ documentId }) => documentId)}::text[])`;
}

/** The index has three characters after each other, of words of letters and digits. */
function isIndexed(word: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(word);
}

/** PostgreSQL 9.7.1: backslash escapes the wildcards % and _. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function pageOf(candidates: Condition, query: Query): RawBuilder<unknown> {
  const isOfSource = sql.join(listSources(query), sql` OR `);
  return sql`SELECT document_id FROM documents
    WHERE ${isListed(query)} AND ${candidates} AND (${isOfSource}) AND ${inPeriod(query)} AND ${passes(query)}
    ${NEWEST_FIRST} LIMIT ${query.limit} OFFSET ${query.offset}`;
}

/** Each branch is a range of an index in the order of the list, of which no more is read than the page needs. */
function pageInOrder(query: Query): RawBuilder<unknown> {
  const end = query.limit + query.offset;
  const hasShortWordsOnly = (query.words?.length ?? 0) > 0 && !query.words?.some(isIndexed);
  const branches = listBranches(query, listSources(query)).map((branch) => {
    const all = sql`SELECT document_id, created_at FROM documents WHERE ${branch} AND ${inPeriod(query)}`;
    if (!hasShortWordsOnly) return sql`(${all} AND ${passes(query)} ${NEWEST_FIRST} LIMIT ${end})`;
    return sql`(SELECT document_id, created_at FROM (${all} ${NEWEST_FIRST} LIMIT ${MAX_SCANNED_BY_SEARCH}) AS documents
      WHERE ${passes(query)} ${NEWEST_FIRST} LIMIT ${end})`;
  });
  return sql`SELECT document_id FROM (${sql.join(branches, sql` UNION ALL `)}) AS listed
    ${NEWEST_FIRST} LIMIT ${query.limit} OFFSET ${query.offset}`;
}

/** The labels of an account have an index in the order of the list, too. */
function pageOfLabel(query: Query, labelKey: string): RawBuilder<unknown> {
  const { accountId, userId, limit, offset } = query;
  const isOfSource = sql.join(listSources(query), sql` OR `);
  const branches = ['', userId].map(
    (reader) => sql`(SELECT document_id, created_at FROM document_labels AS labelled
      WHERE account_id = ${accountId} AND label_key = ${labelKey} AND reader = ${reader} AND ${inPeriod(query)}
        AND (SELECT (${isOfSource}) AND ${passes({ ...query, labelKey: undefined })} FROM documents
          WHERE documents.document_id = labelled.document_id)
      ${NEWEST_FIRST} LIMIT ${limit + offset})`,
  );
  return sql`SELECT document_id FROM (${sql.join(branches, sql` UNION ALL `)}) AS listed
    ${NEWEST_FIRST} LIMIT ${limit} OFFSET ${offset}`;
}

function listBranches(viewer: Viewer, sources: readonly Condition[]): readonly Condition[] {
  return sources.flatMap((source) =>
    [isShared(viewer), isOwn(viewer)].map((seen) => sql<boolean>`${seen} AND ${source}`),
  );
}

/** The predicates are those of the indexes of documents. Documents made from public links are listed with their link only. */
function isShared({ accountId }: Viewer): Condition {
  return sql`account_id = ${accountId} AND sharing_setting = 'shared' AND status <> 'deleted' AND link_id IS NULL`;
}

function isOwn({ accountId, userId }: Viewer): Condition {
  return sql`account_id = ${accountId} AND user_id = ${userId} AND sharing_setting = 'private'
    AND status <> 'deleted' AND link_id IS NULL`;
}

function isListed(viewer: Viewer): Condition {
  return sql`(${isShared(viewer)} OR ${isOwn(viewer)})`;
}

/** The statuses that a list has, as conditions of which no two are fulfilled at once. */
function listSources({ status, group }: Query): readonly Condition[] {
  if (group === undefined) return [status === undefined ? sql`true` : hasStatus(status)];
  const sources = sourcesOfGroup(group).filter((source) => status === undefined || source.status === status);
  return sources.length === 0 ? [sql`false`] : sources.map(({ condition }) => condition);
}

/** The conditions have to agree with `groupOf` of signing. Only a document that awaits signatures has people who sign next. */
function sourcesOfGroup({ name, viewer }: Group) {
  const of = (status: DocumentStatus, condition?: Condition) => ({
    status,
    condition:
      condition === undefined ? hasStatus(status) : sql<boolean>`${hasStatus(status)} AND ${condition}`,
  });
  const isMine = sql<boolean>`user_id = ${viewer.userId}`;
  const isNext = sql<boolean>`progress -> 'next' @> ${JSON.stringify([{ emailAddress: viewer.emailAddress }])}::jsonb`;
  switch (name) {
    case 'waiting_for_me':
      return [of('error', isMine), of('awaiting_signatures', isNext)];
    case 'waiting_for_others':
      return [
        of('created'),
        of('processing'),
        of('error', sql`NOT ${isMine}`),
        of('awaiting_signatures', sql`NOT ${isNext}`),
      ];
    case 'done':
      return [of('completed')];
    case 'ended':
      return [of('revoked')];
  }
}

function hasStatus(status: DocumentStatus): Condition {
  // It is in the text, because the predicates of indexes compare with texts.
  return sql`status = ${sql.lit(status)}`;
}

function inPeriod({ createdAfter, createdBefore }: Query): Condition {
  const after = createdAfter === undefined ? sql`true` : sql`created_at > ${createdAfter}`;
  const before = createdBefore === undefined ? sql`true` : sql`created_at < ${createdBefore}`;
  return sql`${after} AND ${before}`;
}

function passes({ labelKey, words = [] }: Query): Condition {
  const label =
    labelKey === undefined
      ? sql`true`
      : sql`(SELECT true FROM document_labels
          WHERE document_labels.document_id = documents.document_id AND label_key = ${labelKey})`;
  return sql`${label} AND ${words.length === 0 ? sql`true` : hasAll(words)}`;
}

/**
 * A long text is decompressed once and not for each word, because a search may have a hundred words. It is looked up for
 * each document that is met, because a join would begin with all texts that match.
 */
function hasAll(words: readonly string[]): Condition {
  const has = words.map((word) => sql<boolean>`strpos(found.text, ${word}) > 0`);
  return sql`(SELECT ${sql.join(has, sql` AND `)} FROM (SELECT text || '' AS text FROM document_search
    WHERE document_search.document_id = documents.document_id OFFSET 0) AS found)`;
}

/** Counts all groups in one statement, because pages ask for the counts often. */
export async function countGroups(
  db: Connection,
  { accountId, viewer }: Parameters<DocumentStore['countGroups']>[0],
): Promise<GroupCounts> {
  const of = { accountId, userId: viewer.userId };
  const count = (max: number, ...names: readonly Group['name'][]) => {
    const sources = names.flatMap((name) =>
      sourcesOfGroup({ name, viewer }).map(({ condition }) => condition),
    );
    const branches = listBranches(of, sources).map((branch) => sql`(SELECT FROM documents WHERE ${branch})`);
    return sql<number>`(SELECT count(*)::integer FROM (${sql.join(branches, sql` UNION ALL `)} LIMIT ${max}) AS counted)`;
  };
  const max = MAX_COUNTED_IN_GROUP;
  const { rows } = await sql<GroupCounts>`SELECT ${sql.join(
    (['waiting_for_me', 'waiting_for_others', 'done', 'ended'] as const).map(
      (name) => sql`${count(max, name)} AS ${sql.id(name)}`,
    ),
  )}`.execute(db.withoutPlugins());
  return rows[0] as GroupCounts;
}

/** Steps from key to key over the index, so that the number of labelled documents does not count. */
export async function countLabels(db: Connection, viewer: Viewer): Promise<readonly LabelCount[]> {
  const { accountId, userId } = viewer;
  const inReach = (reader: string) => sql`(SELECT label FROM document_labels
    WHERE account_id = ${accountId} AND label_key = used.label_key AND reader = ${reader})`;
  const { rows } = await sql<LabelCount>`
    WITH RECURSIVE keys (label_key) AS (
      (SELECT label_key FROM document_labels WHERE account_id = ${accountId} ORDER BY label_key LIMIT 1)
      UNION ALL
      SELECT (SELECT label_key FROM document_labels WHERE account_id = ${accountId}
        AND label_key > keys.label_key ORDER BY label_key LIMIT 1)
      FROM keys WHERE keys.label_key IS NOT NULL)
    SELECT counted.label, counted.count
    FROM (SELECT label_key FROM keys WHERE label_key IS NOT NULL LIMIT ${MAX_COUNTED_LABELS}) AS used
    CROSS JOIN LATERAL (
      SELECT min(seen.label) AS label, count(*)::integer AS count
      FROM (
        ${sql.join([inReach(''), inReach(userId)], sql` UNION ALL `)}
        LIMIT ${MAX_COUNTED_DOCUMENTS}) AS seen) AS counted
    WHERE counted.count > 0
    ORDER BY counted.count DESC, counted.label
    LIMIT ${MAX_LISTED_LABELS}`.execute(db);
  return rows;
}
