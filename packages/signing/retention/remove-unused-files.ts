import { startOfRetention } from '../documents/retention.ts';
import { deleteUnusedFile } from '../files/delete-file.ts';
import type { SigningDeps } from '../signing.ts';
import { type RemovalBatch, removeEach } from './remove-each.ts';

const RETENTION = { userId: null, details: { reason: 'retention' } };

/** Removes files beyond the retention time that no document uses. */
export async function removeUnusedFiles(deps: SigningDeps, limit: number): Promise<RemovalBatch> {
  const { database, clock, settings } = deps;
  const now = clock.now();
  const createdBefore = startOfRetention(now, settings.retentionDays);
  const fileIds = await database.read.files.listUnused(createdBefore, limit);
  return removeEach(fileIds, (fileId) =>
    database.transact((stores) => deleteUnusedFile(stores, fileId, RETENTION, deps)),
  );
}
