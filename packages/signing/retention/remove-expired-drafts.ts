import type { SigningDeps } from '../signing.ts';
import { type RemovalBatch, removeEach } from './remove-each.ts';

/** Removes expired drafts, sent ones too: documents do not depend on them. */
export async function removeExpiredDrafts(
  { database, clock }: SigningDeps,
  limit: number,
): Promise<RemovalBatch> {
  const now = clock.now();
  const draftIds = await database.read.saved.listExpired('draft', now, limit);
  return removeEach(draftIds, (draftId) =>
    database.transact(async ({ saved }) => {
      const draft = await saved.lock('draft', draftId);
      // Changed meanwhile.
      if (draft?.expiresAt && draft.expiresAt <= now) await saved.remove('draft', draftId);
    }),
  );
}
