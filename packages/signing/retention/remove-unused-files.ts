import { startOfRetention } from '../documents/retention.ts';
import { deleteUnusedFile } from '../files/delete-file.ts';
import { type Batch, runEach } from '../jobs/run-batch.ts';
import type { SigningDeps } from '../signing.ts';

const RETENTION = { userId: null, details: { reason: 'retention' } };

/** Beyond the retention time. */
export async function removeUnusedFiles(deps: SigningDeps): Promise<Batch> {
  const { database, clock, settings } = deps;
  const now = clock.now();
  const createdBefore = startOfRetention(now, settings.retentionDays);
  const list = (limit: number) => database.read.files.listUnused(createdBefore, limit);
  return runEach(list, (fileId) =>
    database.transact((stores) => deleteUnusedFile(stores, fileId, RETENTION, deps)),
  );
}
