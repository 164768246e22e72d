import type { KeptProof, KeptProofStore } from '@countersign/signing';
import type { SecretBox } from '../secret-box.ts';
import type { TransactionScope } from '../transaction-scope.ts';

export function createKeptProofStore(scope: TransactionScope, secrets: SecretBox): KeptProofStore {
  return {
    insert: (proof) => insertProof(scope, secrets, proof),
    listForDocument: (documentId) => listForDocument(scope, secrets, documentId),
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
      content: secrets.seal(JSON.stringify(content), placeOf(proofId)),
    })
    .execute();
}

async function listForDocument(
  { db }: TransactionScope,
  secrets: SecretBox,
  documentId: string,
): Promise<readonly KeptProof[]> {
  const rows = await db
    .selectFrom('kept_proofs')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('kept_at')
    .execute();
  return rows.map((row) => ({
    proofId: row.proof_id,
    documentId: row.document_id,
    signeeId: row.signee_id,
    kind: row.kind as KeptProof['kind'],
    keptAt: row.kept_at,
    content: JSON.parse(secrets.open(row.content, placeOf(row.proof_id))),
  }));
}

async function removeForDocument({ db }: TransactionScope, documentId: string): Promise<void> {
  await db.deleteFrom('kept_proofs').where('document_id', '=', documentId).execute();
}

function placeOf(proofId: string): string {
  return `kept_proofs/${proofId}/content`;
}
