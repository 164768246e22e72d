import type { Caller } from '../accounts/account.ts';
import type { SigningDeps } from '../signing.ts';
import { lockOwnFile } from './find-file.ts';

/**
 * DELETE /files/{fileId}: from now on the file is not found, also by a second call (spec 4.3). Documents made from it keep
 * it; whether its blob may go is looked at by a job, after this is stored.
 */
export async function deleteFile(
  { database, ids, clock }: SigningDeps,
  caller: Caller,
  fileId: string,
): Promise<void> {
  await database.transact(async (stores) => {
    const file = await lockOwnFile(stores, caller, fileId);
    const now = clock.now();
    await stores.files.update({ ...file, deletedAt: now });
    await stores.audit.append({
      entryId: ids.uuid(),
      subject: { kind: 'file', id: fileId },
      type: 'file.deleted',
      accountId: caller.accountId,
      userId: caller.userId,
      date: now,
      fileIds: [],
      details: {},
    });
    await stores.jobs.enqueue({ name: 'remove-unused-blob', blobId: file.blobId });
  });
}
