import {
  type DocumentState,
  type DocumentStore,
  type DocumentSummary,
  findFollowUpDate,
  type GroupCounts,
  type Label,
  type LabelCount,
  type LabelledId,
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
import { type QueryCreator, sql } from 'kysely';
import type { SecretBox } from '../encryption.ts';
import { fromJson, toJson } from '../json.ts';
import type { Connection, Tables } from '../schema.ts';
import { countGroups, countLabels, listDocuments, selectSummaries } from './document-lists.ts';
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
    const row = this.#toRow(document);
    await this.#db
      .with('searched', (db) => db.insertInto('documentSearch').values(toSearchRow(document)))
      .with('linked', (db) => insertTokens(db, document))
      .insertInto('documents')
      .values(row)
      .execute();
  }

  async update(document: DocumentState): Promise<void> {
    const { documentId, ...changes } = this.#toRow(document);
    const { text } = toSearchRow(document);
    const result = await this.#db
      .with('searched', (db) =>
        db
          .updateTable('documentSearch')
          .set({ text })
          .where('documentId', '=', documentId)
          .where('text', '<>', text),
      )
      .with('unlinked', (db) =>
        db
          .deleteFrom('signeeTokens')
          .where('documentId', '=', documentId)
          .where(sql<boolean>`token_hash <> ALL (${document.signees.flatMap(listLinkHashes)}::text[])`),
      )
      .with('linked', (db) => insertTokens(db, document))
      .updateTable('documents')
      .set(changes)
      .where('documentId', '=', documentId)
      .executeTakeFirst();
    requireUpdated(result, 'documents', documentId);
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
      .innerJoin('documents', 'documents.documentId', 'signeeTokens.documentId')
      .select(['documents.state', 'signeeTokens.signeeId'])
      .where('tokenHash', '=', tokenHash)
      .where(IS_OF_CLOSED_ACCOUNT, '=', false)
      .executeTakeFirst();
    return row === undefined ? null : { document: this.#toDocument(row.state), signeeId: row.signeeId };
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
    return listDocuments(this.#db, query);
  }

  listCompletedOfLink(linkId: string, { limit, offset }: PageQuery): Promise<readonly DocumentSummary[]> {
    return selectSummaries(
      this.#db,
      sql`SELECT document_id FROM documents WHERE link_id = ${linkId} AND status = 'completed'
        ORDER BY created_at DESC, document_id DESC LIMIT ${limit} OFFSET ${offset}`,
    );
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

  async setLabels({ documentId }: LabelledId, labels: readonly Label[]): Promise<void> {
    await this.#db.deleteFrom('documentLabels').where('documentId', '=', documentId).execute();
    if (labels.length === 0) return;
    await sql`INSERT INTO document_labels (document_id, account_id, label_key, label, position, created_at, reader)
      SELECT document_id, account_id, given.key, given.label, given.position - 1, created_at, reader_of(documents)
      FROM documents, unnest(${labels.map(({ key }) => key)}::text[], ${labels.map(({ label }) => label)}::text[])
        WITH ORDINALITY AS given (key, label, position)
      WHERE document_id = ${documentId}`.execute(this.#db);
  }

  countLabels(viewer: Parameters<DocumentStore['countLabels']>[0]): Promise<readonly LabelCount[]> {
    return countLabels(this.#db, viewer);
  }

  countGroups(query: Parameters<DocumentStore['countGroups']>[0]): Promise<GroupCounts> {
    return countGroups(this.#db, query);
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

/** Lists as parameters keep the text of the statement the same for any number of links. */
function insertTokens(db: QueryCreator<Tables>, { documentId, signees }: DocumentState) {
  const links = signees.flatMap((signee) =>
    listLinkHashes(signee).map((tokenHash) => ({ tokenHash, signeeId: signee.signeeId })),
  );
  return db
    .insertInto('signeeTokens')
    .columns(['tokenHash', 'documentId', 'signeeId'])
    .expression(
      sql`SELECT token_hash, ${documentId}, signee_id
        FROM unnest(${links.map(({ tokenHash }) => tokenHash)}::text[], ${links.map(({ signeeId }) => signeeId)}::text[])
          AS link (token_hash, signee_id)`,
    )
    .onConflict((conflict) => conflict.column('tokenHash').doNothing());
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

function toSearchRow(document: DocumentState) {
  const { documentId, accountId } = document;
  return { documentId, accountId, text: searchText(document) };
}
