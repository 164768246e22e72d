import {
  type KeptProof,
  type KeptProofFacts,
  type KeptProofStore,
  storedKeptProof,
} from '@countersign/signing';
import type { Selectable } from 'kysely';
import type { SecretBox } from '../secret-box.ts';
import type { Tables } from '../tables.ts';
import type { TransactionScope } from '../transaction-scope.ts';

export function createKeptProofStore(scope: TransactionScope, secrets: SecretBox): KeptProofStore {
  return {
    insert: (proof) => insertProof(scope, secrets, proof),
    list: (of) => listProofs(scope, of),
    find: (proofId) => findProof(scope, secrets, proofId),
    removeForDocument: (documentId) => removeForDocument(scope, documentId),
  };
}

async function insertProof({ db }: TransactionScope, secrets: SecretBox, proof: KeptProof): Promise<void> {
  const { proofId, documentId, signeeId, kind, keptAt, content } = proof;
  await db
    .insertInto('kept_proofs')
    .values({
      proof_id: proofId,
      document_id: documentId,
      signee_id: signeeId,
      kind,
      kept_at: keptAt,
      content: secrets.seal(JSON.stringify(storedKeptProof.encode(content)), placeOf(proofId)),
    })
    .execute();
}

async function listProofs(
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

async function findProof(
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
  const content = storedKeptProof.decode(JSON.parse(secrets.open(row.content, placeOf(proofId))));
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

function placeOf(proofId: string): string {
  return `kept_proofs/${proofId}/content`;
}
