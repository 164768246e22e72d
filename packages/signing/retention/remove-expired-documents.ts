import { changeDocument } from '../documents/decision.ts';
import type { SigningDeps } from '../signing.ts';
import { recordExpiry } from './record-expiry.ts';
import { type RemovalBatch, removeEach } from './remove-each.ts';

/** Removes documents whose `expiryDate` has passed. */
export async function removeExpiredDocuments(deps: SigningDeps, limit: number): Promise<RemovalBatch> {
  const now = deps.clock.now();
  const documentIds = await deps.database.read.documents.listExpired(now, limit);
  return removeEach(documentIds, (documentId) =>
    changeDocument(deps, documentId, (document) => recordExpiry(document, now)),
  );
}
