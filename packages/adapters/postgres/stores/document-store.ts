import {
  DOCUMENT_GROUPS,
  type DocumentFilters,
  type DocumentState,
  type DocumentStore,
  type DocumentSummary,
  findFollowUpDate,
  type GroupCounts,
  type Label,
  type LabelCount,
  type LabelledId,
  listLinkHashes,
  MAX_COUNTED_DOCUMENTS,
  MAX_COUNTED_LABELS,
  MAX_LISTED_LABELS,
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
import type { SecretBox } from '../encryption.ts';
import { fromJson, toJson } from '../json.ts';
import type { Connection } from '../schema.ts';
import { requireUpdated } from './job-store.ts';

/** The condition is that of the index `documents_unsealed`. */
const IS_UNSEALED = sql<boolean>`status = 'awaiting_signatures'
  AND progress -> 'signed' = progress -> 'signees'`;

const IS_OF_CLOSED_ACCOUNT = sql<boolean>`EXISTS (
  SELECT FROM accounts WHERE accounts.account_id = documents.account_id AND accounts.status <> 'active')`;

const IS_UNSTARTED = sql<boolean>`state -> 'publicLink' -> 'isStarted' = 'false'::jsonb`;

const IS_CODE_SENT = sql<boolean>`EXISTS (
  SELECT FROM signing_sessions
  WHERE signing_sessions.document_id = documents.document_id
    AND signing_sessions.state -> 'codesSentAt' <> '[]'::jsonb)`;

export class PostgresDocumentStore implements DocumentStore {
  readonly #db: Connection;
  readonly #secrets: SecretBox;

  constructor(db: Connection, secrets: SecretBox) {
    this.#db = db;
    this.#secrets = secrets;
  }

  async insert(document: DocumentState): Promise<void> {
    await this.#db.insertInto('documents').values(this.#toRow(document)).execute();
    await this.#insertTokens(document);
  }

  async update(document: DocumentState): Promise<void> {
    const { documentId, ...changes } = this.#toRow(document);
    const result = await this.#db
      .updateTable('documents')
      .set(changes)
      .where('documentId', '=', documentId)
      .executeTakeFirst();
    requireUpdated(result, 'documents', documentId);
    await this.#removeOtherTokens(document);
    await this.#insertTokens(document);
  }

  async #insertTokens({ documentId, signees }: DocumentState): Promise<void> {
    if (signees.length === 0) return;
    const rows = signees.flatMap((signee) =>
      listLinkHashes(signee).map((tokenHash) => ({ tokenHash, documentId, signeeId: signee.signeeId })),
    );
    await this.#db
      .insertInto('signeeTokens')
      .values(rows)
      .onConflict((conflict) => conflict.column('tokenHash').doNothing())
      .execute();
  }

  async #removeOtherTokens({ documentId, signees }: DocumentState): Promise<void> {
    const removal = this.#db.deleteFrom('signeeTokens').where('documentId', '=', documentId);
    const kept = signees.flatMap(listLinkHashes);
    await (kept.length === 0 ? removal : removal.where('tokenHash', 'not in', kept)).execute();
  }

  async find(documentId: string): Promise<DocumentState | null> {
    const row = await this.#selectState(documentId).executeTakeFirst();
    return row === undefined ? null : this.#toDocument(row.state);
  }

  async lock(documentId: string): Promise<DocumentState | null> {
    const row = await this.#selectState(documentId).forUpdate().executeTakeFirst();
    return row === undefined ? null : this.#toDocument(row.state);
  }

  #selectState(documentId: string) {
    return this.#db.selectFrom('documents').select('state').where('documentId', '=', documentId);
  }

  async findByTokenHash(tokenHash: string) {
    const row = await this.#db
      .selectFrom('signeeTokens')
      .select(['documentId', 'signeeId'])
      .where('tokenHash', '=', tokenHash)
      .where(
        sql<boolean>`NOT EXISTS (SELECT FROM documents JOIN accounts USING (account_id)
          WHERE documents.document_id = signee_tokens.document_id AND accounts.status <> 'active')`,
      )
      .executeTakeFirst();
    return row ?? null;
  }

  async findBySealedSha256(sha256: string) {
    const row = await this.#db
      .selectFrom('documents')
      .select('documentId')
      .where(sql<string>`state ->> 'sealedSha256'`, '=', sha256)
      .limit(1)
      .executeTakeFirst();
    return row ?? null;
  }

  async findPreparedView(documentId: string): Promise<PreparedView | null> {
    const row = await this.#db
      .selectFrom('preparedViews')
      .select('view')
      .where('documentId', '=', documentId)
      .executeTakeFirst();
    return row === undefined ? null : storedView.decode(fromJson(row.view));
  }

  async savePreparedView(documentId: string, preparedView: PreparedView): Promise<void> {
    const view = toJson<unknown>(storedView.encode(preparedView));
    await this.#db
      .insertInto('preparedViews')
      .values({ documentId, view })
      .onConflict((conflict) => conflict.column('documentId').doUpdateSet({ view }))
      .execute();
  }

  async removePreparedView(documentId: string): Promise<void> {
    await this.#db.deleteFrom('preparedViews').where('documentId', '=', documentId).execute();
  }

  async usesFile(fileId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('documents')
      .select('documentId')
      .where(sql<string>`state ->> 'fileId'`, '=', fileId)
      .where('status', '<>', 'deleted')
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async listExpired(now: Date, limit: number): Promise<readonly string[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .select('documentId')
      .where('expiryDate', '<=', now)
      .where('status', '<>', 'deleted')
      .orderBy('expiryDate')
      .limit(limit)
      .execute();
    return rows.map((row) => row.documentId);
  }

  async listForFollowUp(now: Date, limit: number): Promise<readonly string[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .select('documentId')
      .where('followUpAt', '<=', now)
      .where((either) => either.or([either.not(IS_OF_CLOSED_ACCOUNT), IS_UNSEALED]))
      .orderBy('followUpAt')
      .limit(limit)
      .execute();
    return rows.map((row) => row.documentId);
  }

  async listUnsealed(): Promise<readonly string[]> {
    const rows = await this.#db
      .selectFrom('documents')
      .select('documentId')
      .where(IS_UNSEALED)
      .orderBy('createdAt')
      .execute();
    return rows.map((row) => row.documentId);
  }

  async listSealingReasons(): Promise<readonly string[]> {
    const reason = sql<string>`state -> 'sealingDelay' ->> 'reason'`;
    const rows = await this.#db
      .selectFrom('documents')
      .select(reason.as('reason'))
      .distinct()
      .where(IS_UNSEALED)
      .where(reason, 'is not', null)
      .orderBy('reason')
      .execute();
    return rows.map((row) => row.reason);
  }

  list(query: Parameters<DocumentStore['list']>[0]): Promise<readonly DocumentSummary[]> {
    const { status, createdAfter, createdBefore, externalId, words = [], group, labelKey } = query;
    let listed = this.#selectSummaries(query).where(isListed(query));
    if (status !== undefined) listed = listed.where('status', '=', status);
    if (createdAfter !== undefined) listed = listed.where('createdAt', '>', createdAfter);
    if (createdBefore !== undefined) listed = listed.where('createdAt', '<', createdBefore);
    if (externalId !== undefined) listed = listed.where(sql<string>`state ->> 'externalId'`, '=', externalId);
    if (labelKey !== undefined) listed = listed.where(hasLabel(query.accountId, labelKey));
    if (words.length > 0) listed = listed.where(hasAll(words));
    if (group !== undefined) listed = listed.where(isInGroup(group));
    return listed.execute();
  }

  listCompletedOfLink(linkId: string, page: PageQuery): Promise<readonly DocumentSummary[]> {
    return this.#selectSummaries(page)
      .where('linkId', '=', linkId)
      .where('status', '=', 'completed')
      .execute();
  }

  #selectSummaries({ limit, offset }: PageQuery) {
    return this.#db
      .selectFrom('documents')
      .select(['documentId', 'name', 'createdAt', 'status', 'userId', 'progress'])
      .select(LABELS.as('labels'))
      .orderBy('createdAt', 'desc')
      .orderBy('documentId', 'desc')
      .limit(limit)
      .offset(offset);
  }

  async findLabels(documentId: string): Promise<readonly string[]> {
    const rows = await this.#db
      .selectFrom('documentLabels')
      .select('label')
      .where('documentId', '=', documentId)
      .orderBy('position')
      .execute();
    return rows.map((row) => row.label);
  }

  async setLabels({ documentId, accountId }: LabelledId, labels: readonly Label[]): Promise<void> {
    await this.#db.deleteFrom('documentLabels').where('documentId', '=', documentId).execute();
    if (labels.length === 0) return;
    const rows = labels.map(({ label, key }, position) => ({
      ...{ documentId, accountId, label, position },
      labelKey: key,
    }));
    await this.#db.insertInto('documentLabels').values(rows).execute();
  }

  /** Steps from key to key over the index, so that the number of labelled documents does not count. */
  async countLabels(viewer: Parameters<DocumentStore['countLabels']>[0]): Promise<readonly LabelCount[]> {
    const { accountId } = viewer;
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
          SELECT labelled.label FROM document_labels AS labelled
          WHERE labelled.account_id = ${accountId} AND labelled.label_key = used.label_key
            AND EXISTS (SELECT FROM documents
              WHERE documents.document_id = labelled.document_id AND ${isListed(viewer)})
          LIMIT ${MAX_COUNTED_DOCUMENTS}) AS seen) AS counted
      WHERE counted.count > 0
      ORDER BY counted.count DESC, counted.label
      LIMIT ${MAX_LISTED_LABELS}`.execute(this.#db);
    return rows;
  }

  /** Counts all groups in one statement, because pages ask for the counts often. */
  async countGroups({
    accountId,
    viewer,
  }: Parameters<DocumentStore['countGroups']>[0]): Promise<GroupCounts> {
    const counts = DOCUMENT_GROUPS.map(
      (name) => sql`${sql.lit(name)}, count(*) FILTER (WHERE ${isInGroup({ name, viewer })})`,
    );
    const row = await this.#db
      .selectFrom('documents')
      .select(sql<GroupCounts>`json_build_object(${sql.join(counts)})`.as('counts'))
      .where(isListed({ accountId, userId: viewer.userId }))
      .executeTakeFirstOrThrow();
    return row.counts;
  }

  async shareThoseOfLink(linkId: string, sharingSetting: DocumentState['sharingSetting']): Promise<void> {
    await this.#db
      .updateTable('documents')
      .set({
        sharingSetting,
        state: sql`jsonb_set(state, '{sharingSetting}', to_jsonb(${sharingSetting}::text))`,
      })
      .where('linkId', '=', linkId)
      .where('sharingSetting', '<>', sharingSetting)
      .execute();
  }

  async countUnstarted(visitors: UnstartedVisitors, now: Date, limit: number): Promise<number> {
    return (await this.#selectUnstarted(visitors, now).limit(limit).execute()).length;
  }

  async findReplaceable(visitors: UnstartedVisitors, now: Date): Promise<string | null> {
    const found = await this.#selectUnstarted(visitors, now)
      .where(IS_CODE_SENT, '=', false)
      .orderBy('createdAt')
      .limit(1)
      // A document whose visitor asks for the code at this moment is kept.
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (found === undefined) return null;
    // The statement before may not have seen a code that was stored just before it locked the row.
    const row = await this.#db
      .selectFrom('documents')
      .select('documentId')
      .where('documentId', '=', found.documentId)
      .where(IS_CODE_SENT, '=', false)
      .executeTakeFirst();
    return row?.documentId ?? null;
  }

  #selectUnstarted(visitors: UnstartedVisitors, now: Date) {
    const unstarted = this.#db
      .selectFrom('documents')
      .select('documentId')
      .where('status', '=', 'created')
      .where(IS_UNSTARTED)
      .where('expiryDate', '>', now);
    if ('linkId' in visitors) return unstarted.where('linkId', '=', visitors.linkId);
    return unstarted
      .where('accountId', '=', visitors.accountId)
      .where(
        sql<boolean>`EXISTS (
          SELECT FROM jsonb_array_elements_text(state -> 'publicLink' -> 'contacts') AS contact
          WHERE contact IN (${sql.join(visitors.contacts)}))`,
      )
      .where(IS_CODE_SENT, '=', false);
  }

  async removeUnstarted(documentId: string): Promise<void> {
    await this.#db.deleteFrom('documents').where('documentId', '=', documentId).where(IS_UNSTARTED).execute();
  }

  /** The tokens of links are encrypted within the state. */
  #toRow(document: DocumentState) {
    const { documentId, accountId, userId, name, status, sharingSetting, createdAt, expiryDate } = document;
    const signees = document.signees.map((signee) =>
      mapTokens(documentId, signee, (token, path) => this.#secrets.seal(token, path)),
    );
    return {
      documentId,
      accountId,
      userId,
      name,
      status,
      sharingSetting,
      createdAt,
      expiryDate,
      followUpAt: findFollowUpDate(document),
      linkId: document.publicLink?.linkId ?? null,
      searchText: searchText(document),
      progress: toJson(progressOf(document)),
      state: toJson<unknown>(storedDocument.encode({ ...document, signees })),
    };
  }

  #toDocument(state: unknown): DocumentState {
    const document = storedDocument.decode(fromJson(state));
    const signees = document.signees.map((signee) =>
      mapTokens(document.documentId, signee, (token, path) => this.#secrets.open(token, path)),
    );
    return { ...document, signees };
  }
}

/** Tokens of links by channel have the channel after it. */
export function signeeTokenPath(documentId: string, signeeId: string): string {
  return `documents/${documentId}/signees/${signeeId}/token`;
}

/** Changes the tokens of the invitation and of the links by channel. */
function mapTokens(
  documentId: string,
  signee: Signee,
  change: (token: string, path: string) => string,
): Signee {
  const path = signeeTokenPath(documentId, signee.signeeId);
  const { recipientLinks } = signee;
  return {
    ...signee,
    token: change(signee.token, path),
    recipientLinks: recipientLinks?.map((link) => ({
      ...link,
      token: change(link.token, `${path}/${link.channel}`),
    })),
  };
}

const LABELS = sql<readonly string[]>`coalesce((SELECT json_agg(document_labels.label ORDER BY position)
  FROM document_labels WHERE document_labels.document_id = documents.document_id), '[]')`;

function hasLabel(accountId: string, labelKey: string) {
  return sql<boolean>`document_id IN (SELECT document_labels.document_id FROM document_labels
    WHERE document_labels.account_id = ${accountId} AND document_labels.label_key = ${labelKey})`;
}

/** A long text is decompressed once and not for each word, because a search may have a hundred words. */
function hasAll(words: readonly string[]) {
  const has = words.map((word) => sql<boolean>`strpos(found.text, ${word}) > 0`);
  return sql<boolean>`(SELECT ${sql.join(has, sql` AND `)} FROM (SELECT search_text || '' AS text OFFSET 0) AS found)`;
}

/** Documents made from public links are listed with their link only. */
function isListed({ accountId, userId }: { readonly accountId: string; readonly userId: string }) {
  return sql<boolean>`account_id = ${accountId} AND status <> 'deleted' AND link_id IS NULL
    AND (user_id = ${userId} OR sharing_setting = 'shared')`;
}

/** The condition has to agree with `groupOf` of signing. */
function isInGroup({ name, viewer }: NonNullable<DocumentFilters['group']>) {
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
