import { bindOperations, invalid } from '@countersign/base';
import { recordForOperator } from '@countersign/identity';
import { uuid } from './configuration/text.ts';
import type { SigningDeps } from './deps.ts';
import { storeDecision } from './documents/decision.ts';
import { recordReseal } from './documents/delay-sealing.ts';
import { refusal, SigningError } from './errors.ts';
import type { KeptProof, KeptProofFacts } from './proofs/proof.ts';

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

/** Lists the oldest first, without the encrypted content. */
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

type ResealDeps = Pick<SigningDeps, 'database' | 'ids' | 'clock'>;

export type SealingOperator = ReturnType<typeof createSealingOperator>;

/** The caller authenticates the operator. */
export function createSealingOperator(deps: ResealDeps) {
  return bindOperations(deps, { resealDocument, resealAll });
}

/** Tries within a minute [D12-02]; the audit trail and the log of the account record it. Throws `document_not_sealable`. */
async function resealDocument(deps: ResealDeps, documentId: string): Promise<void> {
  await deps.database.transact(async (stores) => {
    const document = await stores.documents.lock(documentId);
    if (document === null) throw new SigningError('document_not_found');
    const decision = recordReseal(document, null, deps.clock.now());
    await storeDecision(stores, document, decision, deps);
    if (decision === null) return;
    const requested = { type: 'document.sealing_requested', subjectId: documentId } as const;
    await recordForOperator(deps, stores, document.accountId, requested);
  });
}

/** Every document that waits for its seal. Resolves with their ids. */
async function resealAll(deps: ResealDeps): Promise<readonly string[]> {
  const resealed: string[] = [];
  for (const documentId of await deps.database.read.documents.listUnsealed()) {
    try {
      await resealDocument(deps, documentId);
      resealed.push(documentId);
    } catch (error) {
      // Withdrawn in the meantime.
      if (!(error instanceof SigningError)) throw error;
    }
  }
  return resealed;
}
