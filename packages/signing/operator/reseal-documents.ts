import { bindOperations, recordForOperator } from '@countersign/identity';
import { storeDecision } from '../documents/decision.ts';
import { recordReseal } from '../documents/reseal-document.ts';
import { SigningError } from '../errors.ts';
import type { SigningDeps } from '../signing.ts';

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
