import {
  type KeptProof,
  type KeptProofFacts,
  type KeptProofStore,
  type Proof,
  type ProofFacts,
  type ProofStore,
  storedKeptProof,
} from '@countersign/signing';
import { type Selectable, sql } from 'kysely';
import type { SecretBox } from '../encryption.ts';
import { fromJson, fromJsonText, toJson, toJsonText } from '../json.ts';
import type { Connection, Tables } from '../schema.ts';
import { requireUpdated } from './job-store.ts';

export class PostgresKeptProofStore implements KeptProofStore {
  readonly #db: Connection;
  readonly #secrets: SecretBox;

  constructor(db: Connection, secrets: SecretBox) {
    this.#db = db;
    this.#secrets = secrets;
  }

  async insert({ content, ...facts }: KeptProof): Promise<void> {
    const encoded = JSON.stringify(storedKeptProof.encode(content));
    await this.#db
      .insertInto('keptProofs')
      .values({ ...facts, content: this.#secrets.seal(encoded, keptContentPath(facts.proofId)) })
      .execute();
  }

  list(of: Parameters<KeptProofStore['list']>[0]): Promise<readonly KeptProofFacts[]> {
    const query = this.#db
      .selectFrom('keptProofs')
      .innerJoin('documents', 'documents.documentId', 'keptProofs.documentId')
      .select(['proofId', 'keptProofs.documentId', 'signeeId', 'kind', 'keptAt'])
      .orderBy('keptAt')
      .orderBy('proofId');
    const listed =
      'documentId' in of
        ? query.where('keptProofs.documentId', '=', of.documentId)
        : query.where('documents.accountId', '=', of.accountId);
    return listed.execute();
  }

  async find(proofId: string): Promise<KeptProof | null> {
    const row = await this.#db
      .selectFrom('keptProofs')
      .selectAll()
      .where('proofId', '=', proofId)
      .executeTakeFirst();
    if (row === undefined) return null;
    const encoded = this.#secrets.open(row.content, keptContentPath(proofId));
    return { ...row, content: storedKeptProof.decode(JSON.parse(encoded)) };
  }

  async removeForDocument(documentId: string): Promise<void> {
    await this.#db.deleteFrom('keptProofs').where('documentId', '=', documentId).execute();
  }
}

export function keptContentPath(proofId: string): string {
  return `kept_proofs/${proofId}/content`;
}

const COLUMNS = ['proofId', 'facts', 'content', 'entered'] as const;

type ProofRow = Pick<Selectable<Tables['sessionProofs']>, (typeof COLUMNS)[number]>;

export class PostgresProofStore implements ProofStore {
  readonly #db: Connection;
  readonly #secrets: SecretBox;

  constructor(db: Connection, secrets: SecretBox) {
    this.#db = db;
    this.#secrets = secrets;
  }

  async find(proofId: string): Promise<Proof | null> {
    const row = await this.#select().where('proofId', '=', proofId).executeTakeFirst();
    return row === undefined ? null : this.#toProof(row);
  }

  async findHandedOver(hash: string): Promise<Proof | null> {
    const row = await this.#select().where(sql`facts #>> '{handover,hash}'`, '=', hash).executeTakeFirst();
    return row === undefined ? null : this.#toProof(row);
  }

  async lock(proofId: string): Promise<Proof | null> {
    const row = await this.#select().where('proofId', '=', proofId).forUpdate().executeTakeFirst();
    return row === undefined ? null : this.#toProof(row);
  }

  listForSession(sessionHash: string): Promise<readonly Proof[]> {
    return this.#list({ sessionHash });
  }

  listForDocument(documentId: string): Promise<readonly Proof[]> {
    return this.#list({ documentId });
  }

  listForSignee(documentId: string, signeeId: string): Promise<readonly Proof[]> {
    return this.#list({ documentId, signeeId });
  }

  async #list(columns: Partial<Record<'sessionHash' | 'documentId' | 'signeeId', string>>) {
    const rows = await this.#select()
      .where((where) => where.and(columns))
      .orderBy('createdAt')
      .orderBy('proofId')
      .execute();
    return rows.map((row) => this.#toProof(row));
  }

  #select() {
    return this.#db.selectFrom('sessionProofs').select(COLUMNS);
  }

  async insert(proof: Proof): Promise<void> {
    const { proofId, sessionHash, documentId, signeeId, createdAt, removeAt, entered } = proof;
    await this.#db
      .insertInto('sessionProofs')
      .values({
        proofId,
        sessionHash,
        documentId,
        signeeId,
        createdAt,
        removeAt,
        ...this.#toContent(proof),
        entered: entered ? this.#secrets.seal(toJsonText(entered), enteredPath(proofId)) : null,
      })
      .execute();
  }

  async update(proof: Proof): Promise<void> {
    const result = await this.#db
      .updateTable('sessionProofs')
      .set({ removeAt: proof.removeAt, ...this.#toContent(proof) })
      .where('proofId', '=', proof.proofId)
      .executeTakeFirst();
    requireUpdated(result, 'sessionProofs', proof.proofId);
  }

  async removeForSignee(documentId: string, signeeId: string): Promise<void> {
    await this.#db
      .deleteFrom('sessionProofs')
      .where('documentId', '=', documentId)
      .where('signeeId', '=', signeeId)
      .execute();
  }

  async lockExpired(date: Date, limit: number): Promise<readonly ProofFacts[]> {
    const rows = await this.#db
      .selectFrom('sessionProofs')
      .select('facts')
      .where('removeAt', '<=', date)
      .orderBy('removeAt')
      .limit(limit)
      .forUpdate()
      .execute();
    return rows.map(({ facts }) => fromJson<ProofFacts>(facts));
  }

  async removeContent(facts: ProofFacts): Promise<void> {
    await this.#db
      .updateTable('sessionProofs')
      .set({
        removeAt: facts.removeAt,
        ...this.#toContent({ ...facts, state: null, result: null }),
        entered: null,
      })
      .where('proofId', '=', facts.proofId)
      .execute();
  }

  async remove(proofId: string): Promise<void> {
    await this.#db.deleteFrom('sessionProofs').where('proofId', '=', proofId).execute();
  }

  /** State and result may be personal data, so they are encrypted. */
  #toContent({ state, result, entered: _, ...facts }: Proof) {
    const content = this.#secrets.seal(toJsonText({ state, result }), contentPath(facts.proofId));
    return { facts: toJson<unknown>(facts), content };
  }

  #toProof(row: ProofRow): Proof {
    const facts = fromJson<ProofFacts>(row.facts);
    const content = this.#secrets.open(row.content, contentPath(row.proofId));
    const proof = { ...facts, ...fromJsonText<Pick<Proof, 'state' | 'result'>>(content) };
    if (row.entered === null) return proof;
    return { ...proof, entered: fromJsonText(this.#secrets.open(row.entered, enteredPath(row.proofId))) };
  }
}

export function contentPath(proofId: string): string {
  return `session_proofs/${proofId}/content`;
}

export function enteredPath(proofId: string): string {
  return `session_proofs/${proofId}/entered`;
}
