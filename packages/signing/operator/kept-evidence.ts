import { bindOperations, recordForOperator } from '@countersign/identity';
import { uuid } from '../configuration/text.ts';
import { storeDecision } from '../documents/decision.ts';
import { invalid, refusal } from '../problems.ts';
import type { KeptProof, KeptProofFacts } from '../proofs/kept-proof.ts';
import type { SigningDeps } from '../signing.ts';

type EvidenceDeps = Pick<SigningDeps, 'database' | 'ids' | 'clock'>;

export type EvidenceOperator = ReturnType<typeof createEvidenceOperator>;

/** The caller authenticates the operator. */
export function createEvidenceOperator(deps: EvidenceDeps) {
  return bindOperations(deps, { listEvidence, exportEvidence });
}

interface EvidenceQuery {
  readonly documentId?: string | undefined;
  readonly accountId?: string | undefined;
}

/** Oldest first, without the encrypted content. */
async function listEvidence(
  { database }: EvidenceDeps,
  { documentId, accountId }: EvidenceQuery,
): Promise<readonly KeptProofFacts[]> {
  const { keptProofs, documents, accounts } = database.read;
  if (documentId !== undefined) {
    if ((await documents.find(documentId)) === null) return refuseId('document', documentId);
    return keptProofs.list({ documentId });
  }
  if (accountId === undefined) return refuse('document', 'required');
  if ((await accounts.findAccount(accountId)) === null) return refuseId('account', accountId);
  return keptProofs.list({ accountId });
}

/** Records it in the audit trail of its document, and in the log of the account. */
function exportEvidence(deps: EvidenceDeps, proofId: string): Promise<KeptProof> {
  return deps.database.transact(async (stores) => {
    const found = await stores.keptProofs.find(proofId);
    const document = found === null ? null : await stores.documents.lock(found.documentId);
    if (found === null || document === null) return refuseId('proof', proofId);
    const { signeeId, kind } = found;
    const details = { signeeId, proofId, kind };
    const entries = [{ type: 'document.evidence_exported' as const, details }];
    await storeDecision(stores, document, { document, entries, jobs: [] }, deps);
    const { accountId, documentId } = document;
    const exported = {
      type: 'document.evidence_exported',
      subjectId: documentId,
      details: { kind },
    } as const;
    await recordForOperator(deps, stores, accountId, exported);
    return found;
  });
}

function refuseId(option: string, id: string): never {
  return refuse(option, uuid.safeParse(id).success ? 'unknown' : 'uuid');
}

function refuse(option: string, rule: 'required' | 'unknown' | 'uuid'): never {
  const problem = invalid(option, rule);
  throw refusal(problem, [problem]);
}
