import type { AuditEntry } from '../audit/audit-entry.ts';
import type { Job } from '../jobs/job.ts';
import type { Stores } from '../ports/database.ts';
import type { SigningDeps } from '../signing.ts';
import type { EventType } from '../webhooks/webhook.ts';
import type { DocumentState } from './document.ts';
import type { PreparedView } from './prepared-view.ts';
import { requireTold } from './told-decision.ts';

/** What a rule decided: the document as it will be, what happened, what has to follow. */
export interface Decision {
  readonly document: DocumentState;
  readonly events: readonly EventDraft[];
  readonly jobs: readonly Job[];
  /** For the audit trail alone, before the events: what webhooks are not told. */
  readonly notes?: readonly NoteDraft[];
  /** What signing pages show from now on, if that changes. */
  readonly view?: PreparedView;
}

export interface EventDraft {
  readonly type: EventType;
  readonly signeeId: string | null;
  /** What the audit trail tells besides. */
  readonly note?: Omit<NoteDraft, 'type'>;
}

/** An entry of the document's audit trail. */
export type NoteDraft = Pick<AuditEntry, 'type'> &
  Partial<Pick<AuditEntry, 'userId' | 'fileIds' | 'details'>>;

/** Stores a new document and what follows from it. */
export async function insertDocument(
  stores: Stores,
  decision: Decision,
  deps: Pick<SigningDeps, 'ids' | 'clock'>,
): Promise<void> {
  requireTold(null, decision);
  await stores.documents.insert(decision.document);
  await storeConsequences(stores, decision, deps);
}

/** Every event stands in the audit trail and gets the job that tells webhooks of it. */
async function storeConsequences(
  stores: Stores,
  { document, events, jobs, notes = [], view }: Decision,
  deps: Pick<SigningDeps, 'ids' | 'clock'>,
): Promise<void> {
  const { documentId, accountId, userId } = document;
  if (view !== undefined) await stores.documents.savePreparedView(documentId, view);
  for (const note of notes) await appendNote(stores, document, note, deps);
  for (const { type, signeeId, note } of events) {
    const eventId = deps.ids.uuid();
    const date = deps.clock.now();
    await stores.events.append({ eventId, type, documentId, accountId, userId, signeeId, date });
    const details = { ...(signeeId === null ? {} : { signeeId }), ...note?.details };
    await appendNote(stores, document, { ...note, type, details }, deps);
    await stores.jobs.enqueue({ name: 'publish-event', eventId });
  }
  for (const job of jobs) await stores.jobs.enqueue(job);
}

/** Tells the audit trail alone what was done for a document that does not change by it. */
export function noteOnDocument(
  deps: Pick<SigningDeps, 'database' | 'ids' | 'clock'>,
  document: DocumentState,
  note: NoteDraft,
): Promise<void> {
  return deps.database.transact((stores) => appendNote(stores, document, note, deps));
}

function appendNote(
  { audit }: Stores,
  { documentId, accountId }: DocumentState,
  { type, userId = null, fileIds = [], details = {} }: NoteDraft,
  { ids, clock }: Pick<SigningDeps, 'ids' | 'clock'>,
): Promise<void> {
  const subject = { kind: 'document', id: documentId } as const;
  return audit.append({
    entryId: ids.uuid(),
    subject,
    type,
    accountId,
    userId,
    date: clock.now(),
    fileIds,
    details,
  });
}

/**
 * Changes a stored document by a rule, in one transaction, holding the document; the rule tells the audit trail of it. Null
 * from the rule: nothing to do any more. Resolves with the document as it is then; null when it does not exist.
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
    requireTold(document, decision);
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
