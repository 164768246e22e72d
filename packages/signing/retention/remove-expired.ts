import type { SigningDeps } from '../signing.ts';
import { removeExpiredDocuments } from './remove-expired-documents.ts';
import { removeOldEvents } from './remove-old-events.ts';
import { removeUnusedFiles } from './remove-unused-files.ts';

/** What one run of the job removes of each kind at most, so that it ends long before the queue gives it up. */
const BATCH_SIZE = 100;

/**
 * Job, every hour: removes documents and files whose time is over, and old events. Each removal is a transaction of its own
 * and looks again at what it removes, so the job may be killed anywhere and run twice at once. A full batch is followed by
 * another run.
 */
export async function removeExpired(deps: SigningDeps): Promise<void> {
  const counts = [
    await removeExpiredDocuments(deps, BATCH_SIZE),
    await removeUnusedFiles(deps, BATCH_SIZE),
    await removeOldEvents(deps, BATCH_SIZE),
  ];
  if (counts.every((count) => count < BATCH_SIZE)) return;
  await deps.database.transact(({ jobs }) => jobs.enqueue({ name: 'remove-expired' }));
}
