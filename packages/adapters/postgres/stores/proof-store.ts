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
import { fromJson, fromJsonText, type SecretBox, toJson, toJsonText } from '../encryption.ts';
import type { Tables } from '../tables.ts';
import type { TransactionScope } from '../transaction.ts';
import { requireUpdated } from './job-store.ts';

export function createKeptProofStore(scope: TransactionScope, secrets: SecretBox): KeptProofStore {
  return {
    insert: (proof) => insertKeptProof(scope, secrets, proof),
    list: (of) => listKeptProofs(scope, of),
    find: (proofId) => findKeptProof(scope, secrets, proofId),
    removeForDocument: (documentId) => removeForDocument(scope, documentId),
  };
}

async function insertKeptProof(
  { db }: TransactionScope,
  secrets: SecretBox,
  proof: KeptProof,
): Promise<void> {
  const { proofId, documentId, signeeId, kind, keptAt, content } = proof;
  await db
    .insertInto('kept_proofs')
    .values({
      proof_id: proofId,
      document_id: documentId,
      signee_id: signeeId,
      kind,
      kept_at: keptAt,
      content: secrets.seal(JSON.stringify(storedKeptProof.encode(content)), keptContentPath(proofId)),
    })
    .execute();
}

async function listKeptProofs(
  { db }: TransactionScope,
  of: Parameters<KeptProofStore['list']>[0],
): Promise<readonly KeptProofFacts[]> {
  const query = db
    .selectFrom('kept_proofs')
    .innerJoin('documents', 'documents.document_id', 'kept_proofs.document_id')
    .select(['proof_id', 'kept_proofs.document_id', 'signee_id', 'kind', 'kept_at'])
    .orderBy('kept_at')
    .orderBy('proof_id');
  const rows = await ('documentId' in of
    ? query.where('kept_proofs.document_id', '=', of.documentId)
    : query.where('documents.account_id', '=', of.accountId)
  ).execute();
  return rows.map(readFacts);
}

async function findKeptProof(
  { db }: TransactionScope,
  secrets: SecretBox,
  proofId: string,
): Promise<KeptProof | null> {
  const row = await db
    .selectFrom('kept_proofs')
    .selectAll()
    .where('proof_id', '=', proofId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const content = storedKeptProof.decode(JSON.parse(secrets.open(row.content, keptContentPath(proofId))));
  return { ...readFacts(row), content };
}

function readFacts(row: Omit<Selectable<Tables['kept_proofs']>, 'content'>): KeptProofFacts {
  return {
    proofId: row.proof_id,
    documentId: row.document_id,
    signeeId: row.signee_id,
    kind: row.kind as KeptProof['kind'],
    keptAt: row.kept_at,
  };
}

async function removeForDocument({ db }: TransactionScope, documentId: string): Promise<void> {
  await db.deleteFrom('kept_proofs').where('document_id', '=', documentId).execute();
}

function keptContentPath(proofId: string): string {
  return `kept_proofs/${proofId}/content`;
}

export function createProofStore(scope: TransactionScope, secrets: SecretBox): ProofStore {
  return {
    find: (proofId) => findProof(scope, secrets, proofId),
    findHandedOver: (hash) => findHandedOver(scope, secrets, hash),
    lock: (proofId) => lockProof(scope, secrets, proofId),
    listForSession: (sessionHash) => listProofs(scope, secrets, { session_hash: sessionHash }),
    listForDocument: (documentId) => listProofs(scope, secrets, { document_id: documentId }),
    listForSignee: (documentId, signeeId) =>
      listProofs(scope, secrets, { document_id: documentId, signee_id: signeeId }),
    insert: (proof) => insertProof(scope, secrets, proof),
    update: (proof) => updateProof(scope, secrets, proof),
    removeForSignee: (documentId, signeeId) => removeForSignee(scope, documentId, signeeId),
    lockExpired: (date, limit) => lockExpired(scope, date, limit),
    removeContent: (facts) => removeContent(scope, secrets, facts),
    remove: (proofId) => removeProof(scope, proofId),
  };
}

const COLUMNS = ['proof_id', 'facts', 'content', 'entered'] as const;

async function findProof({ db }: TransactionScope, secrets: SecretBox, proofId: string) {
  const row = await db
    .selectFrom('session_proofs')
    .select(COLUMNS)
    .where('proof_id', '=', proofId)
    .executeTakeFirst();
  return row === undefined ? null : toProof(row, secrets);
}

async function findHandedOver({ db }: TransactionScope, secrets: SecretBox, hash: string) {
  const row = await db
    .selectFrom('session_proofs')
    .select(COLUMNS)
    .where(sql`facts #>> '{handover,hash}'`, '=', hash)
    .executeTakeFirst();
  return row === undefined ? null : toProof(row, secrets);
}

async function lockProof({ required }: TransactionScope, secrets: SecretBox, proofId: string) {
  const row = await required.db
    .selectFrom('session_proofs')
    .select(COLUMNS)
    .where('proof_id', '=', proofId)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : toProof(row, secrets);
}

async function listProofs(
  { db }: TransactionScope,
  secrets: SecretBox,
  columns: Partial<Record<'session_hash' | 'document_id' | 'signee_id', string>>,
): Promise<readonly Proof[]> {
  const rows = await db
    .selectFrom('session_proofs')
    .select(COLUMNS)
    .where((where) => where.and(columns))
    .orderBy('created_at')
    .orderBy('proof_id')
    .execute();
  return rows.map((row) => toProof(row, secrets));
}

async function insertProof({ db }: TransactionScope, secrets: SecretBox, proof: Proof): Promise<void> {
  await db
    .insertInto('session_proofs')
    .values({
      proof_id: proof.proofId,
      session_hash: proof.sessionHash,
      document_id: proof.documentId,
      signee_id: proof.signeeId,
      created_at: proof.createdAt,
      remove_at: proof.removeAt,
      ...toContent(proof, secrets),
      entered: proof.entered ? secrets.seal(toJsonText(proof.entered), enteredPlace(proof.proofId)) : null,
    })
    .execute();
}

async function updateProof({ db }: TransactionScope, secrets: SecretBox, proof: Proof): Promise<void> {
  const result = await db
    .updateTable('session_proofs')
    .set({ remove_at: proof.removeAt, ...toContent(proof, secrets) })
    .where('proof_id', '=', proof.proofId)
    .executeTakeFirst();
  requireUpdated(result, 'session_proofs', proof.proofId);
}

async function removeForSignee(
  { db }: TransactionScope,
  documentId: string,
  signeeId: string,
): Promise<void> {
  await db
    .deleteFrom('session_proofs')
    .where('document_id', '=', documentId)
    .where('signee_id', '=', signeeId)
    .execute();
}

async function lockExpired({ required }: TransactionScope, date: Date, limit: number) {
  const rows = await required.db
    .selectFrom('session_proofs')
    .select('facts')
    .where('remove_at', '<=', date)
    .orderBy('remove_at')
    .limit(limit)
    .forUpdate()
    .execute();
  return rows.map(({ facts }) => fromJson<ProofFacts>(facts));
}

async function removeContent({ db }: TransactionScope, secrets: SecretBox, facts: ProofFacts): Promise<void> {
  await db
    .updateTable('session_proofs')
    .set({
      remove_at: facts.removeAt,
      ...toContent({ ...facts, state: null, result: null }, secrets),
      entered: null,
    })
    .where('proof_id', '=', facts.proofId)
    .execute();
}

async function removeProof({ db }: TransactionScope, proofId: string): Promise<void> {
  await db.deleteFrom('session_proofs').where('proof_id', '=', proofId).execute();
}

/** It may be personal, so it is encrypted. */
function toContent({ state, result, entered: _, ...facts }: Proof, secrets: SecretBox) {
  const content = secrets.seal(toJsonText({ state, result }), contentPath(facts.proofId));
  return { facts: toJson(facts), content };
}

function toProof(
  row: Pick<Selectable<Tables['session_proofs']>, (typeof COLUMNS)[number]>,
  secrets: SecretBox,
): Proof {
  const facts = fromJson<ProofFacts>(row.facts);
  const content = secrets.open(row.content, contentPath(row.proof_id));
  const proof = { ...facts, ...fromJsonText<Pick<Proof, 'state' | 'result'>>(content) };
  if (row.entered === null) return proof;
  return { ...proof, entered: fromJsonText(secrets.open(row.entered, enteredPlace(row.proof_id))) };
}

function contentPath(proofId: string): string {
  return `session_proofs/${proofId}/content`;
}

function enteredPlace(proofId: string): string {
  return `session_proofs/${proofId}/entered`;
}
