import {
  DOCUMENT_GROUPS,
  type DocumentFilters,
  type DocumentGroup,
  type DocumentProgress,
  type DocumentState,
  type DocumentStatus,
  type DocumentStore,
  type DocumentSummary,
  findFollowUpDate,
  type GroupCounts,
  listLinkHashes,
  type PageQuery,
  type PreparedView,
  progressOf,
  type Signee,
  searchText,
  storedDocument,
  storedView,
  type UnstartedVisitors,
} from '@countersign/signing';
import { sql } from 'kysely';
import { fromJson, type SecretBox, toJson } from '../encryption.ts';
import type { TransactionScope } from '../transaction.ts';
import { requireUpdated } from './job-store.ts';

/** With encrypted link tokens within the state. */
function toDocumentRow(document: DocumentState, secrets: SecretBox) {
  const signees = document.signees.map((signee) => sealToken(document.documentId, signee, secrets));
  return {
    document_id: document.documentId,
    account_id: document.accountId,
    user_id: document.userId,
    name: document.name,
    status: document.status,
    sharing_setting: document.sharingSetting,
    created_at: document.createdAt,
    expiry_date: document.expiryDate,
    follow_up_at: findFollowUpDate(document),
    link_id: document.publicLink?.linkId ?? null,
    search_text: searchText(document),
    progress: toJson(progressOf(document)),
    state: toJson(storedDocument.encode({ ...document, signees })),
  };
}

function toDocument(state: unknown, secrets: SecretBox): DocumentState {
  const document = storedDocument.decode(fromJson(state));
  return {
    ...document,
    signees: document.signees.map((signee) => openToken(document.documentId, signee, secrets)),
  };
}

function sealToken(documentId: string, signee: Signee, secrets: SecretBox): Signee {
  return mapTokens(signee, (token, channel) => secrets.seal(token, tokenPlace(documentId, signee, channel)));
}

function openToken(documentId: string, signee: Signee, secrets: SecretBox): Signee {
  return mapTokens(signee, (token, channel) => secrets.open(token, tokenPlace(documentId, signee, channel)));
}

/** Of the invitation: without a channel. */
function mapTokens(signee: Signee, change: (token: string, channel?: string) => string): Signee {
  const { recipientLinks } = signee;
  return {
    ...signee,
    token: change(signee.token),
    ...(recipientLinks && {
      recipientLinks: recipientLinks.map((link) => ({ ...link, token: change(link.token, link.channel) })),
    }),
  };
}

function tokenPlace(documentId: string, { signeeId }: Signee, channel?: string): string {
  const place = `documents/${documentId}/signees/${signeeId}/token`;
  return channel === undefined ? place : `${place}/${channel}`;
}

export function createDocumentStore(scope: TransactionScope, secrets: SecretBox): DocumentStore {
  return {
    insert: (document) => insertDocument(scope, secrets, document),
    update: (document) => updateDocument(scope, secrets, document),
    find: (documentId) => findDocument(scope, secrets, documentId),
    lock: (documentId) => lockDocument(scope, secrets, documentId),
    findByTokenHash: (tokenHash) => findByTokenHash(scope, tokenHash),
    findBySealedSha256: (sha256) => findBySealedSha256(scope, sha256),
    findPreparedView: (documentId) => findPreparedView(scope, documentId),
    savePreparedView: (documentId, view) => savePreparedView(scope, documentId, view),
    removePreparedView: (documentId) => removePreparedView(scope, documentId),
    usesFile: (fileId) => usesFile(scope, fileId),
    listExpired: (now, limit) => listExpired(scope, now, limit),
    listForFollowUp: (now, limit) => listForFollowUp(scope, now, limit),
    listUnsealed: () => listUnsealed(scope),
    listSealingReasons: () => listSealingReasons(scope),
    list: (query) => listDocuments(scope, query),
    countGroups: (query) => countGroups(scope, query),
    listCompletedOfLink: (linkId, page) => listCompletedOfLink(scope, linkId, page),
    countUnstarted: (visitors, now, limit) => countUnstarted(scope, visitors, now, limit),
    findReplaceable: (visitors, now) => findReplaceable(scope, visitors, now),
    removeUnstarted: (documentId) => removeUnstarted(scope, documentId),
    shareThoseOfLink: (linkId, sharingSetting) => shareThoseOfLink(scope, linkId, sharingSetting),
  };
}

async function insertDocument(scope: TransactionScope, secrets: SecretBox, document: DocumentState) {
  await scope.db.insertInto('documents').values(toDocumentRow(document, secrets)).execute();
  await insertTokens(scope, document);
}

async function updateDocument(scope: TransactionScope, secrets: SecretBox, document: DocumentState) {
  const { document_id, ...row } = toDocumentRow(document, secrets);
  const result = await scope.db
    .updateTable('documents')
    .set(row)
    .where('document_id', '=', document_id)
    .executeTakeFirst();
  requireUpdated(result, 'documents', document_id);
  await removeOtherTokens(scope, document);
  await insertTokens(scope, document);
}

async function insertTokens({ db }: TransactionScope, { documentId, signees }: DocumentState): Promise<void> {
  if (signees.length === 0) return;
  const rows = signees.flatMap((signee) =>
    listLinkHashes(signee).map((hash) => ({
      token_hash: hash,
      document_id: documentId,
      signee_id: signee.signeeId,
    })),
  );
  await db
    .insertInto('signee_tokens')
    .values(rows)
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute();
}

async function removeOtherTokens({ db }: TransactionScope, { documentId, signees }: DocumentState) {
  const removal = db.deleteFrom('signee_tokens').where('document_id', '=', documentId);
  const kept = signees.flatMap(listLinkHashes);
  await (kept.length === 0 ? removal : removal.where('token_hash', 'not in', kept)).execute();
}

async function findDocument({ db }: TransactionScope, secrets: SecretBox, documentId: string) {
  const row = await selectState(db, documentId).executeTakeFirst();
  return row === undefined ? null : toDocument(row.state, secrets);
}

async function lockDocument(scope: TransactionScope, secrets: SecretBox, documentId: string) {
  const row = await selectState(scope.required.db, documentId).forUpdate().executeTakeFirst();
  return row === undefined ? null : toDocument(row.state, secrets);
}

function selectState(db: TransactionScope['db'], documentId: string) {
  return db.selectFrom('documents').select('state').where('document_id', '=', documentId);
}

async function findByTokenHash({ db }: TransactionScope, tokenHash: string) {
  const row = await db
    .selectFrom('signee_tokens')
    .select(['document_id', 'signee_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row === undefined ? null : { documentId: row.document_id, signeeId: row.signee_id };
}

async function findBySealedSha256({ db }: TransactionScope, sha256: string) {
  const row = await db
    .selectFrom('documents')
    .select('document_id')
    .where(sql<string>`state ->> 'sealedSha256'`, '=', sha256)
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { documentId: row.document_id };
}

async function findPreparedView({ db }: TransactionScope, documentId: string): Promise<PreparedView | null> {
  const row = await db
    .selectFrom('prepared_views')
    .select('view')
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return row === undefined ? null : storedView.decode(fromJson(row.view));
}

async function savePreparedView({ db }: TransactionScope, documentId: string, view: PreparedView) {
  const stored = toJson(storedView.encode(view));
  await db
    .insertInto('prepared_views')
    .values({ document_id: documentId, view: stored })
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet({ view: stored }))
    .execute();
}

async function removePreparedView({ db }: TransactionScope, documentId: string): Promise<void> {
  await db.deleteFrom('prepared_views').where('document_id', '=', documentId).execute();
}

async function usesFile({ db }: TransactionScope, fileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('documents')
    .select('document_id')
    .where(sql<string>`state ->> 'fileId'`, '=', fileId)
    .where('status', '<>', 'deleted')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function listExpired({ db }: TransactionScope, now: Date, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('document_id')
    .where('expiry_date', '<=', now)
    .where('status', '<>', 'deleted')
    .orderBy('expiry_date')
    .limit(limit)
    .execute();
  return rows.map((row) => row.document_id);
}

async function listForFollowUp(
  { db }: TransactionScope,
  now: Date,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('document_id')
    .where('follow_up_at', '<=', now)
    .orderBy('follow_up_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.document_id);
}

/** The condition is that of the index `documents_unsealed`. */
const IS_UNSEALED = sql<boolean>`status = 'awaiting_signatures'
  AND progress -> 'signed' = progress -> 'signees'`;

async function listUnsealed({ db }: TransactionScope): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('document_id')
    .where(IS_UNSEALED)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => row.document_id);
}

async function listSealingReasons({ db }: TransactionScope): Promise<readonly string[]> {
  const reason = sql<string>`state -> 'sealingDelay' ->> 'reason'`;
  const rows = await db
    .selectFrom('documents')
    .select(reason.as('reason'))
    .distinct()
    .where(IS_UNSEALED)
    .where(reason, 'is not', null)
    .orderBy('reason')
    .execute();
  return rows.map((row) => row.reason);
}

async function listDocuments(
  { db }: TransactionScope,
  query: Parameters<DocumentStore['list']>[0],
): Promise<readonly DocumentSummary[]> {
  const { status, createdAfter, createdBefore, externalId, words = [], group } = query;
  const rows = await selectSummaries(db, query)
    .where(isListed(query))
    .$if(status !== undefined, (all) => all.where('status', '=', status ?? ''))
    .$if(createdAfter !== undefined, (all) => all.where('created_at', '>', createdAfter ?? null))
    .$if(createdBefore !== undefined, (all) => all.where('created_at', '<', createdBefore ?? null))
    .$if(externalId !== undefined, (all) =>
      all.where(sql<string>`state ->> 'externalId'`, '=', externalId ?? ''),
    )
    .$if(words.length > 0, (all) => all.where(hasAll(words)))
    .$if(group !== undefined, (all) => all.where(isInGroup(group)))
    .execute();
  return rows.map(toSummary);
}

/** A long text is read from its compressed form once, not for each word: a search may have a hundred. */
function hasAll(words: readonly string[]) {
  const has = words.map((word) => sql<boolean>`strpos(found.text, ${word}) > 0`);
  return sql<boolean>`(SELECT ${sql.join(has, sql` AND `)} FROM (SELECT search_text || '' AS text OFFSET 0) AS found)`;
}

/** In one statement: pages ask often. */
async function countGroups(
  { db }: TransactionScope,
  { accountId, viewer }: Parameters<DocumentStore['countGroups']>[0],
): Promise<GroupCounts> {
  const countOf = (name: DocumentGroup) =>
    sql<number>`(count(*) FILTER (WHERE ${isInGroup({ name, viewer })}))::integer`.as(name);
  return db
    .selectFrom('documents')
    .select(DOCUMENT_GROUPS.map(countOf))
    .where(isListed({ accountId, userId: viewer.userId }))
    .executeTakeFirstOrThrow();
}

/** But not those of public links. */
function isListed({ accountId, userId }: { readonly accountId: string; readonly userId: string }) {
  return sql<boolean>`account_id = ${accountId} AND status <> 'deleted' AND link_id IS NULL
    AND (user_id = ${userId} OR sharing_setting = 'shared')`;
}

async function listCompletedOfLink(
  { db }: TransactionScope,
  linkId: string,
  page: PageQuery,
): Promise<readonly DocumentSummary[]> {
  const rows = await selectSummaries(db, page)
    .where('link_id', '=', linkId)
    .where('status', '=', 'completed')
    .execute();
  return rows.map(toSummary);
}

function selectSummaries(db: TransactionScope['db'], { limit, offset }: PageQuery) {
  return db
    .selectFrom('documents')
    .select(['document_id', 'name', 'created_at', 'status', 'user_id', 'progress'])
    .orderBy('created_at', 'desc')
    .orderBy('document_id', 'desc')
    .limit(limit)
    .offset(offset);
}

function toSummary(
  row: Awaited<ReturnType<ReturnType<typeof selectSummaries>['execute']>>[number],
): DocumentSummary {
  return {
    documentId: row.document_id,
    name: row.name,
    createdAt: row.created_at,
    status: row.status as DocumentStatus,
    userId: row.user_id,
    progress: fromJson<DocumentProgress>(row.progress),
  };
}

/** As `groupOf`. */
function isInGroup(group: DocumentFilters['group']) {
  if (group === undefined) return sql<boolean>`true`;
  const { name, viewer } = group;
  const signsNext = JSON.stringify([{ emailAddress: viewer.emailAddress }]);
  const isMine = sql<boolean>`CASE status WHEN 'error' THEN user_id = ${viewer.userId}
    ELSE progress -> 'next' @> ${signsNext}::jsonb END`;
  switch (name) {
    case 'waiting_for_me':
      return sql<boolean>`status IN ('created', 'processing', 'awaiting_signatures', 'error') AND ${isMine}`;
    case 'waiting_for_others':
      return sql<boolean>`status IN ('created', 'processing', 'awaiting_signatures', 'error') AND NOT ${isMine}`;
    case 'done':
      return sql<boolean>`status = 'completed'`;
    case 'ended':
      return sql<boolean>`status = 'revoked'`;
  }
}

async function shareThoseOfLink({ db }: TransactionScope, linkId: string, sharingSetting: string) {
  await db
    .updateTable('documents')
    .set({
      sharing_setting: sharingSetting,
      state: sql`jsonb_set(state, '{sharingSetting}', to_jsonb(${sharingSetting}::text))`,
    })
    .where('link_id', '=', linkId)
    .where('sharing_setting', '<>', sharingSetting)
    .execute();
}

const IS_UNSTARTED = sql<boolean>`state -> 'publicLink' -> 'isStarted' = 'false'::jsonb`;

const IS_CODE_SENT = sql<boolean>`EXISTS (
  SELECT FROM signing_sessions
  WHERE signing_sessions.document_id = documents.document_id
    AND signing_sessions.state -> 'codesSentAt' <> '[]'::jsonb)`;

function selectUnstarted({ db }: TransactionScope, visitors: UnstartedVisitors, now: Date) {
  const unstarted = db
    .selectFrom('documents')
    .select('document_id')
    .where('status', '=', 'created')
    .where(IS_UNSTARTED)
    .where('expiry_date', '>', now);
  if ('linkId' in visitors) return unstarted.where('link_id', '=', visitors.linkId);
  return unstarted
    .where('account_id', '=', visitors.accountId)
    .where(
      sql<boolean>`EXISTS (
        SELECT FROM jsonb_array_elements_text(state -> 'publicLink' -> 'contacts') AS contact
        WHERE contact IN (${sql.join(visitors.contacts)}))`,
    )
    .where(IS_CODE_SENT, '=', false);
}

async function countUnstarted(
  scope: TransactionScope,
  visitors: UnstartedVisitors,
  now: Date,
  limit: number,
): Promise<number> {
  return (await selectUnstarted(scope, visitors, now).limit(limit).execute()).length;
}

async function findReplaceable(
  scope: TransactionScope,
  visitors: UnstartedVisitors,
  now: Date,
): Promise<string | null> {
  const found = await selectUnstarted(scope, visitors, now)
    .where(IS_CODE_SENT, '=', false)
    .orderBy('created_at')
    .limit(1)
    // A visitor who asks for the code just now is kept.
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (found === undefined) return null;
  // The statement before may not have seen a code that was stored just before it locked the row.
  const row = await scope.db
    .selectFrom('documents')
    .select('document_id')
    .where('document_id', '=', found.document_id)
    .where(IS_CODE_SENT, '=', false)
    .executeTakeFirst();
  return row?.document_id ?? null;
}

async function removeUnstarted({ db }: TransactionScope, documentId: string): Promise<void> {
  await db.deleteFrom('documents').where('document_id', '=', documentId).where(IS_UNSTARTED).execute();
}
