import { changeDocument } from '../documents/decision.ts';
import type { SigningDeps } from '../signing.ts';
import { recordExpiry } from './record-expiry.ts';

/** Removes documents whose `expiryDate` has passed; resolves with how many were looked at. */
export async function removeExpiredDocuments(deps: SigningDeps, limit: number): Promise<number> {
  const now = deps.clock.now();
  const documentIds = await deps.database.read.documents.listExpired(now, limit);
  for (const documentId of documentIds) {
    await changeDocument(deps, documentId, (document) => recordExpiry(document, now));
  }
  return documentIds.length;
}
