import { BATCH_SIZE, finishBatches } from '../jobs/run-batch.ts';
import type { SigningDeps } from '../signing.ts';
import { removeEndedProofs, removeEndedSessions } from './remove-ended-sessions.ts';
import { removeExpiredDocuments } from './remove-expired-documents.ts';
import { removeExpiredDrafts } from './remove-expired-drafts.ts';
import { removeOldDeliveries } from './remove-old-deliveries.ts';
import { removeUnusedFiles } from './remove-unused-files.ts';

/** Every hour. Each transaction checks again, so the job may be killed and run twice at once. */
export async function removeExpired(deps: SigningDeps): Promise<void> {
  await finishBatches(deps, { name: 'remove-expired' }, [
    await removeExpiredDocuments(deps),
    await removeExpiredDrafts(deps),
    await removeUnusedFiles(deps),
    { hasMore: (await removeOldDeliveries(deps, BATCH_SIZE)) === BATCH_SIZE, failures: [] },
    { hasMore: (await removeEndedProofs(deps, BATCH_SIZE)) === BATCH_SIZE, failures: [] },
    { hasMore: (await removeEndedSessions(deps, BATCH_SIZE)) === BATCH_SIZE, failures: [] },
  ]);
}
