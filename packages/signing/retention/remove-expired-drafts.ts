import { type Batch, runEach } from '../jobs/run-batch.ts';
import type { SigningDeps } from '../signing.ts';

/** Sent ones too: documents do not depend on them. */
export async function removeExpiredDrafts({ database, clock }: SigningDeps): Promise<Batch> {
  const now = clock.now();
  const list = (limit: number) => database.read.saved.listExpired('draft', now, limit);
  return runEach(list, (draftId) =>
    database.transact(async ({ saved }) => {
      const draft = await saved.lock('draft', draftId);
      // Changed meanwhile.
      if (draft?.expiresAt && draft.expiresAt <= now) await saved.remove('draft', draftId);
    }),
  );
}
