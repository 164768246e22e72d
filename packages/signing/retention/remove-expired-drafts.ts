import { type Batch, runEach } from '../jobs/run-batch.ts';
import type { SigningDeps } from '../signing.ts';

/** Removes expired drafts, sent ones too: documents do not depend on them. */
export async function removeExpiredDrafts({ database, clock }: SigningDeps, limit: number): Promise<Batch> {
  const now = clock.now();
  const draftIds = await database.read.saved.listExpired('draft', now, limit);
  return runEach(draftIds, (draftId) =>
    database.transact(async ({ saved }) => {
      const draft = await saved.lock('draft', draftId);
      // Changed meanwhile.
      if (draft?.expiresAt && draft.expiresAt <= now) await saved.remove('draft', draftId);
    }),
  );
}
