import type { Caller } from '@countersign/identity';
import { deleteUnusedFile } from '../files/delete-file.ts';
import { recordDeletion } from '../retention/record-deletion.ts';
import type { SigningDeps } from '../signing.ts';
import { changeVisibleDocument } from './decision.ts';

/** Also its file if no other document uses it [3-14] [3-15]. Throws `document_not_deletable`. */
export async function deleteDocument(
  deps: Pick<SigningDeps, 'database' | 'ids' | 'clock'>,
  caller: Caller,
  documentId: string,
): Promise<void> {
  await deps.database.transact(async (stores) => {
    const { userId } = caller;
    const { fileId } = await changeVisibleDocument(stores, deps, { caller, documentId }, (document) =>
      recordDeletion(document, { userId }, deps.clock.now()),
    );
    await deleteUnusedFile(stores, fileId, { userId, details: { reason: 'document_deleted' } }, deps);
  });
}
