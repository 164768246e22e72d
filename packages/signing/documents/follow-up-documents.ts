import { finishBatches, runEach } from '../jobs/run-batch.ts';
import type { SigningDeps } from '../signing.ts';
import { findFirstReminder, recordAutomaticReminders } from './automatic-reminders.ts';
import { storeDecision, storeUnchanged } from './decision.ts';
import { findSealingFollowUp, followUpSealing, isUnsealed } from './delay-sealing.ts';
import type { DocumentState } from './document.ts';
import { findExpiry, recordExpiry } from './record-expiry.ts';

/** Expiry, reminder, or what follows a failed seal. Null: none. */
export function findFollowUpDate(document: DocumentState): Date | null {
  const dates = [findExpiry(document), findFirstReminder(document), findSealingFollowUp(document)].flatMap(
    (date) => date ?? [],
  );
  return dates.length === 0 ? null : new Date(Math.min(...dates.map((date) => date.getTime())));
}

/**
 * Each document is decided in its own transaction, so the job may be killed at any time and run on several
 * nodes at once.
 */
export async function followUpDocuments(deps: SigningDeps): Promise<void> {
  const now = deps.clock.now();
  const list = (limit: number) => deps.database.read.documents.listForFollowUp(now, limit);
  const batch = await runEach(list, (documentId) => followUp(deps, documentId, now));
  await finishBatches(deps, { name: 'follow-up-documents' }, [batch]);
}

async function followUp(deps: SigningDeps, documentId: string, now: Date): Promise<void> {
  const { retentionDays } = deps.settings;
  const delayed = await deps.database.transact(async (stores) => {
    const document = await stores.documents.lock(documentId);
    if (document === null) return null;
    if (isUnsealed(document)) return followUpSealing(stores, deps, document, now);
    const decision = recordExpiry(document, now, retentionDays) ?? recordAutomaticReminders(document, now);
    // Another run was faster, or the stored date is too early.
    if (decision === null) await storeUnchanged(stores, document);
    else await storeDecision(stores, document, decision, deps);
    return null;
  });
  if (delayed !== null) deps.sealingLog.delayed(delayed);
}
