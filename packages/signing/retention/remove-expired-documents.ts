import { storeDecision, storeUnchanged } from '../documents/decision.ts';
import { isUnsealed } from '../documents/delay-sealing.ts';
import { touch } from '../documents/retention.ts';
import { isUnstarted } from '../documents/slots.ts';
import { type Batch, runEach } from '../jobs/run-batch.ts';
import type { SigningDeps } from '../signing.ts';
import { recordRemoval } from './record-deletion.ts';

export async function removeExpiredDocuments(deps: SigningDeps): Promise<Batch> {
  const now = deps.clock.now();
  const list = (limit: number) => deps.database.read.documents.listExpired(now, limit);
  return runEach(list, (documentId) =>
    deps.database.transact(async (stores) => {
      const document = await stores.documents.lock(documentId);
      if (document === null) return;
      if (isUnsealed(document))
        await storeUnchanged(stores, touch(document, now, deps.settings.retentionDays));
      else if (!isUnstarted(document))
        await storeDecision(stores, document, recordRemoval(document, now), deps);
      else if (document.expiryDate <= now) await stores.documents.removeUnstarted(documentId);
    }),
  );
}
