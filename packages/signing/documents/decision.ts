import type { Job } from '../jobs.ts';
import type { Stores } from '../ports/database.ts';
import type { SigningDeps } from '../signing.ts';
import type { EventType } from '../webhooks/webhook.ts';
import type { DocumentState } from './document.ts';

/** What a rule decided: the document as it will be, what happened, what has to follow. */
export interface Decision {
  readonly document: DocumentState;
  readonly events: readonly EventDraft[];
  readonly jobs: readonly Job[];
}

export interface EventDraft {
  readonly type: EventType;
  readonly signeeId: string | null;
}

/** Stores events and jobs of a decision; every event gets the job that tells webhooks of it. */
export async function storeConsequences(
  stores: Stores,
  { document, events, jobs }: Decision,
  { ids, clock }: Pick<SigningDeps, 'ids' | 'clock'>,
): Promise<void> {
  const { documentId, accountId, userId } = document;
  for (const { type, signeeId } of events) {
    const eventId = ids.uuid();
    await stores.events.append({ eventId, type, documentId, accountId, userId, signeeId, date: clock.now() });
    await stores.jobs.enqueue({ name: 'publish-event', eventId });
  }
  for (const job of jobs) await stores.jobs.enqueue(job);
}

/**
 * Changes a stored document by a rule, in one transaction, holding the document. Null from the rule: nothing to do any
 * more. Resolves with the document as it is then; null when it does not exist.
 */
export function changeDocument(
  deps: Pick<SigningDeps, 'database' | 'ids' | 'clock'>,
  documentId: string,
  decide: (document: DocumentState) => Decision | null,
): Promise<DocumentState | null> {
  return deps.database.transact(async (stores) => {
    const document = await stores.documents.lock(documentId);
    if (document === null) return null;
    const decision = decide(document);
    if (decision === null) return document;
    await stores.documents.update(decision.document);
    await storeConsequences(stores, decision, deps);
    return decision.document;
  });
}

/** The signees with one of them changed. */
export function replaceSignee(
  document: DocumentState,
  signeeId: string,
  changes: Partial<DocumentState['signees'][number]>,
): DocumentState['signees'] {
  return document.signees.map((signee) =>
    signee.signeeId === signeeId ? { ...signee, ...changes } : signee,
  );
}
