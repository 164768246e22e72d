import { DAY_MS } from '@countersign/base/time';
import type { SigningDeps } from './deps.ts';
import { storeDecision, storeUnchanged } from './documents/decision.ts';
import { isUnsealed } from './documents/delay-sealing.ts';
import { isUnstarted } from './documents/document.ts';
import { startOfRetention, touch } from './documents/retention.ts';
import { deleteUnusedFile } from './files/remove-file.ts';
import { BATCH_SIZE, type Batch, finishBatches, runEach } from './jobs/run-batch.ts';
import type { ProofFacts } from './proofs/proof.ts';
import { recordRemoval } from './remove-content.ts';

/** Removes sessions a day after they expired, as they count for the codes of their links. */
function removeEndedSessions({ database, clock }: SigningDeps, limit: number): Promise<number> {
  const before = new Date(clock.now().getTime() - DAY_MS);
  return database.transact(({ sessions }) => sessions.removeExpired(before, limit));
}

/**
 * Removes their content, which may be personal, with their session, and the rest when it no longer counts for
 * the limits of a day.
 */
function removeEndedProofs({ database, clock }: SigningDeps, limit: number): Promise<number> {
  const now = clock.now();
  return database.transact(async ({ proofs }) => {
    const ended = await proofs.lockExpired(now, limit);
    for (const proof of ended) {
      const removeAt = new Date(proof.createdAt.getTime() + DAY_MS);
      if (removeAt > now) await proofs.removeContent({ ...endedFacts(proof), removeAt });
      else await proofs.remove(proof.proofId);
    }
    return ended.length;
  });
}

function endedFacts({ blobIds: _, receivedBytes: __, handover: ___, ...facts }: ProofFacts): ProofFacts {
  return { ...facts, status: facts.status === 'pending' ? 'expired' : facts.status };
}

async function removeExpiredDocuments(deps: SigningDeps): Promise<Batch> {
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

/** Removes sent ones too, because documents do not depend on them. */
async function removeExpiredDrafts({ database, clock }: SigningDeps): Promise<Batch> {
  const now = clock.now();
  const list = (limit: number) => database.read.saved.listExpired('draft', now, limit);
  return runEach(list, (draftId) =>
    database.transact(async ({ saved }) => {
      const draft = await saved.lock('draft', draftId);
      // The draft was changed meanwhile.
      if (draft?.expiresAt && draft.expiresAt <= now) await saved.remove('draft', draftId);
    }),
  );
}

function removeOldDeliveries({ database, clock, settings }: SigningDeps, limit: number): Promise<number> {
  const before = startOfRetention(clock.now(), settings.retentionDays);
  return database.transact(({ webhooks }) => webhooks.removeDeliveriesBefore(before, limit));
}

const RETENTION = { userId: null, details: { reason: 'retention' } };

/** Removes files that are older than the retention time. */
async function removeUnusedFiles(deps: SigningDeps): Promise<Batch> {
  const { database, clock, settings } = deps;
  const now = clock.now();
  const createdBefore = startOfRetention(now, settings.retentionDays);
  const list = (limit: number) => database.read.files.listUnused(createdBefore, limit);
  return runEach(list, (fileId) =>
    database.transact((stores) => deleteUnusedFile(stores, fileId, RETENTION, deps)),
  );
}

/** Runs every hour. Each transaction checks again, so the job may be killed and run twice at once. */
export async function removeExpired(deps: SigningDeps): Promise<void> {
  await finishBatches(deps, { name: 'remove-expired' }, [
    await removeExpiredDocuments(deps),
    await removeExpiredDrafts(deps),
    await removeUnusedFiles(deps),
    { hasMore: (await removeOldDeliveries(deps, BATCH_SIZE)) === BATCH_SIZE, failures: [] },
    { hasMore: (await removeEndedProofs(deps, BATCH_SIZE)) === BATCH_SIZE, failures: [] },
    { hasMore: (await removeEndedSessions(deps, BATCH_SIZE)) === BATCH_SIZE, failures: [] },
  ]);
}
