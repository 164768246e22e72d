import { BATCH_SIZE, finishBatches } from '../jobs/run-batch.ts';
import type { SigningDeps } from '../signing.ts';
import { removeEndedSessions } from './remove-ended-sessions.ts';
import { removeExpiredDocuments } from './remove-expired-documents.ts';
import { removeExpiredDrafts } from './remove-expired-drafts.ts';
import { removeOldDeliveries } from './remove-old-deliveries.ts';
import { removeUnusedFiles } from './remove-unused-files.ts';

/**
 * Job, every hour: removes expired documents and drafts, unused files and old deliveries, each in a transaction
 * that checks it again, so the job may be killed and run twice at once.
 */
export async function removeExpired(deps: SigningDeps): Promise<void> {
  await finishBatches(deps, { name: 'remove-expired' }, [
    await removeExpiredDocuments(deps, BATCH_SIZE),
    await removeExpiredDrafts(deps, BATCH_SIZE),
    await removeUnusedFiles(deps, BATCH_SIZE),
    { listed: await removeOldDeliveries(deps, BATCH_SIZE), failures: [] },
    { listed: await removeEndedSessions(deps, BATCH_SIZE), failures: [] },
  ]);
}
