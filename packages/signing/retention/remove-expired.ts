import type { SigningDeps } from '../signing.ts';
import type { RemovalFailure } from './remove-each.ts';
import { removeEndedSessions } from './remove-ended-sessions.ts';
import { removeExpiredDocuments } from './remove-expired-documents.ts';
import { removeExpiredDrafts } from './remove-expired-drafts.ts';
import { removeOldDeliveries } from './remove-old-deliveries.ts';
import { removeUnusedFiles } from './remove-unused-files.ts';

/** Removals of each kind per run, to stay within the queue's time limit. */
const BATCH_SIZE = 100;

/**
 * Job, every hour: removes expired documents and drafts, unused files and old deliveries, each in a transaction
 * that checks it again, so the job may be killed and run twice at once. A full batch enqueues another run. Throws
 * `RemovalsFailed` at the end if removals failed.
 */
export async function removeExpired(deps: SigningDeps): Promise<void> {
  const batches = [
    await removeExpiredDocuments(deps, BATCH_SIZE),
    await removeExpiredDrafts(deps, BATCH_SIZE),
    await removeUnusedFiles(deps, BATCH_SIZE),
    { listed: await removeOldDeliveries(deps, BATCH_SIZE), failures: [] },
    { listed: await removeEndedSessions(deps, BATCH_SIZE), failures: [] },
  ];
  // A batch of failures would be listed again at once.
  const hasMore = batches.some(
    ({ listed, failures }) => listed === BATCH_SIZE && failures.length < BATCH_SIZE,
  );
  if (hasMore) await deps.database.transact(({ jobs }) => jobs.enqueue({ name: 'remove-expired' }));
  const failures = batches.flatMap((batch) => batch.failures);
  if (failures.length > 0) throw new RemovalsFailed(failures);
}

class RemovalsFailed extends AggregateError {
  constructor(failures: readonly RemovalFailure[]) {
    super(
      failures.map(({ error }) => error),
      `could not remove ${failures.map(({ id }) => id).join(', ')}`,
    );
    this.name = 'RemovalsFailed';
  }
}
