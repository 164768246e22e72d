import { startOfRetention } from '../documents/retention.ts';
import { markFileDeleted } from '../files/delete-file.ts';
import type { SigningDeps } from '../signing.ts';
import { type RemovalBatch, removeEach } from './remove-each.ts';

/** Removes files that are older than the retention period and that no document needs. */
export async function removeUnusedFiles(deps: SigningDeps, limit: number): Promise<RemovalBatch> {
  const { database, clock, settings } = deps;
  const now = clock.now();
  const createdBefore = startOfRetention(now, settings.retentionDays);
  const fileIds = await database.read.files.listUnused(createdBefore, limit);
  return removeEach(fileIds, (fileId) => removeUnusedFile(deps, fileId));
}

function removeUnusedFile(deps: SigningDeps, fileId: string): Promise<void> {
  return deps.database.transact(async (stores) => {
    // The lock keeps new documents from being made of it (lockOwnFile), so unused stays unused.
    const file = await stores.files.lock(fileId);
    if (file === null || file.deletedAt !== null || (await stores.documents.usesFile(fileId))) return;
    await markFileDeleted(stores, file, { userId: null, details: { reason: 'retention' } }, deps);
  });
}
