import type { Proof, ProofStore } from '@countersign/signing';
import { sql } from 'kysely';
import { AdapterError } from '../../errors.ts';
import type { SecretBox } from '../secret-box.ts';
import { fromJson, fromJsonText, toJson, toJsonText } from '../state-json.ts';
import type { TransactionScope } from '../transaction-scope.ts';

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
    removeExpired: (date, limit) => removeExpired(scope, date, limit),
  };
}

async function findProof({ db }: TransactionScope, secrets: SecretBox, proofId: string) {
  const row = await db
    .selectFrom('session_proofs')
    .select(['proof_id', 'facts', 'content'])
    .where('proof_id', '=', proofId)
    .executeTakeFirst();
  return row === undefined ? null : toProof(row, secrets);
}

async function findHandedOver({ db }: TransactionScope, secrets: SecretBox, hash: string) {
  const row = await db
    .selectFrom('session_proofs')
    .select(['proof_id', 'facts', 'content'])
    .where(sql`facts #>> '{handover,hash}'`, '=', hash)
    .executeTakeFirst();
  return row === undefined ? null : toProof(row, secrets);
}

async function lockProof({ required }: TransactionScope, secrets: SecretBox, proofId: string) {
  const row = await required.db
    .selectFrom('session_proofs')
    .select(['proof_id', 'facts', 'content'])
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
    .select(['proof_id', 'facts', 'content'])
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
    })
    .execute();
}

async function updateProof({ db }: TransactionScope, secrets: SecretBox, proof: Proof): Promise<void> {
  const result = await db
    .updateTable('session_proofs')
    .set(toContent(proof, secrets))
    .where('proof_id', '=', proof.proofId)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n)
    throw new AdapterError('row_missing', { table: 'session_proofs', id: proof.proofId });
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

async function removeExpired({ db }: TransactionScope, date: Date, limit: number): Promise<number> {
  const old = db
    .selectFrom('session_proofs')
    .select('proof_id')
    .where('remove_at', '<=', date)
    .orderBy('remove_at')
    .limit(limit)
    .forUpdate();
  const removed = await db.deleteFrom('session_proofs').where('proof_id', 'in', old).executeTakeFirst();
  return Number(removed.numDeletedRows);
}

/** What was proved may be personal, so it is encrypted. */
function toContent({ state, result, ...facts }: Proof, secrets: SecretBox) {
  const content = secrets.seal(toJsonText({ state, result }), placeOf(facts.proofId));
  return { facts: toJson(facts), content };
}

function toProof(
  row: { readonly proof_id: string; readonly facts: unknown; readonly content: string },
  secrets: SecretBox,
): Proof {
  const facts = fromJson<Omit<Proof, 'state' | 'result'>>(row.facts);
  const content = secrets.open(row.content, placeOf(row.proof_id));
  return { ...facts, ...fromJsonText<Pick<Proof, 'state' | 'result'>>(content) };
}

function placeOf(proofId: string): string {
  return `session_proofs/${proofId}/content`;
}
