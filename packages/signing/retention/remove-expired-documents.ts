import { changeDocument } from '../documents/decision.ts';
import { type Batch, runEach } from '../jobs/run-batch.ts';
import type { SigningDeps } from '../signing.ts';
import { recordRemoval } from './record-deletion.ts';

/** Removes documents whose `expiryDate` has passed. */
export async function removeExpiredDocuments(deps: SigningDeps, limit: number): Promise<Batch> {
  const now = deps.clock.now();
  const documentIds = await deps.database.read.documents.listExpired(now, limit);
  return runEach(documentIds, (documentId) =>
    changeDocument(deps, documentId, (document) => recordRemoval(document, now)),
  );
}
