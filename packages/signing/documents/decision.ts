import type { Caller } from '@countersign/identity';
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { SigningDeps } from '../deps.ts';
import type { Stores } from '../ports/database.ts';
import { listEnds } from '../proofs/kinds.ts';
import type { Proof } from '../proofs/proof.ts';
import { countCompletion } from '../public-links/public-link-check.ts';
import { isEventType } from '../webhooks/webhook.ts';
import { assertAudited, type Decision, type EntryDraft } from './audited-decision.ts';
import type { DocumentState, DocumentStatus } from './document.ts';
import { requireVisible } from './find-document.ts';
import type { Label } from './labels.ts';

export async function insertDocument(
  stores: Stores,
  decision: Decision,
  deps: Pick<SigningDeps, 'ids' | 'clock'>,
  labels: readonly Label[] = [],
): Promise<void> {
  assertAudited(null, decision);
  await stores.documents.insert(decision.document);
  if (labels.length > 0) await stores.documents.setLabels(decision.document, labels);
  await storeConsequences(stores, decision, deps);
}

/** A document without events, jobs and audit trail. */
export async function insertUnstarted({ documents }: Stores, document: DocumentState): Promise<void> {
  await documents.insert(document);
}

const ENDED: readonly DocumentStatus[] = ['revoked', 'deleted'];

async function storeConsequences(
  stores: Stores,
  { document, entries, jobs, view, session }: Decision,
  deps: Pick<SigningDeps, 'ids' | 'clock'>,
): Promise<void> {
  if (view !== undefined) await stores.documents.savePreparedView(document.documentId, view);
  if (session !== undefined) await stores.sessions.save(session);
  if (ENDED.includes(document.status)) await endSessions(stores, document);
  if (document.status === 'deleted') await stores.documents.setLabels(document, []);
  await appendEntries(stores, document, deps, entries);
  if (entries.some(({ type }) => type === 'document.completed')) await countCompletion(stores, document);
  for (const job of jobs) await stores.jobs.enqueue(job, { accountId: document.accountId });
}

/** What signees proved at contact details that were replaced does not count. */
async function endReplacedSignees(
  stores: Stores,
  document: DocumentState,
  after: DocumentState,
): Promise<void> {
  if (ENDED.includes(after.status)) return;
  const current = new Set(after.signees.map(({ signeeId }) => signeeId));
  for (const { signeeId } of document.signees)
    if (!current.has(signeeId)) await removeSigneesProofs(stores, document, signeeId);
}

/** Ends the sessions with their proofs. */
async function endSessions(stores: Stores, document: DocumentState): Promise<void> {
  const { documentId } = document;
  await enqueueEnds(stores, document, await stores.proofs.listForDocument(documentId));
  await stores.sessions.removeForDocument(documentId);
}

/** Removes proofs of every session and what they stored, unless a signature needs it. */
export async function removeSigneesProofs(
  stores: Pick<Stores, 'jobs' | 'proofs'>,
  document: Pick<DocumentState, 'documentId' | 'accountId'>,
  signeeId: string,
): Promise<void> {
  const { documentId } = document;
  await enqueueEnds(stores, document, await stores.proofs.listForSignee(documentId, signeeId));
  await stores.proofs.removeForSignee(documentId, signeeId);
}

async function enqueueEnds(
  { jobs }: Pick<Stores, 'jobs'>,
  { documentId, accountId }: Pick<DocumentState, 'documentId' | 'accountId'>,
  proofs: readonly Proof[],
): Promise<void> {
  const blobIds = proofs.flatMap((proof) => proof.blobIds ?? []);
  if (blobIds.length > 0)
    await jobs.enqueue({ name: 'remove-proof-blobs', documentId, blobIds }, { accountId });
  for (const job of listEnds(proofs)) await jobs.enqueue(job, { accountId });
}

async function appendEntries(
  { audit, jobs, webhooks }: Stores,
  { documentId, accountId }: DocumentState,
  { ids, clock }: Pick<SigningDeps, 'ids' | 'clock'>,
  drafts: readonly EntryDraft[],
): Promise<void> {
  const subject = { kind: 'document', id: documentId } as const;
  const entries = drafts.map(
    ({ type, userId = null, fileIds = [], details = {}, date = clock.now() }): AuditEntry => ({
      entryId: ids.uuid(),
      subject,
      type,
      accountId,
      userId,
      date,
      fileIds,
      details,
    }),
  );
  await audit.append(...entries);
  const events = entries.filter(({ type }) => isEventType(type));
  // Most accounts have no webhook, and an event that nobody gets is no work for a worker.
  const known = events.length === 0 ? [] : await webhooks.listForAccount(accountId);
  const wanted = new Set<string>(known.flatMap(({ eventTypes }) => eventTypes));
  for (const { entryId, type } of events)
    if (wanted.has(type)) await jobs.enqueue({ name: 'publish-event', eventId: entryId }, { accountId });
}

/**
 * The rule decides on the locked document; null: nothing to do. Resolves with null if there is no such
 * document.
 */
export function changeDocument(
  deps: Pick<SigningDeps, 'database' | 'ids' | 'clock'>,
  documentId: string,
  decide: (document: DocumentState) => Decision | null,
): Promise<DocumentState | null> {
  return deps.database.transact(async (stores) => {
    const document = await stores.documents.lock(documentId);
    return document === null ? null : storeDecision(stores, document, decide(document), deps);
  });
}

/** Changes the document within a transaction. Throws `document_not_found` or `not_yours`. */
export async function changeVisibleDocument(
  stores: Stores,
  deps: Pick<SigningDeps, 'ids' | 'clock'>,
  { caller, documentId }: { readonly caller: Caller; readonly documentId: string },
  decide: (document: DocumentState) => Decision | null,
): Promise<DocumentState> {
  const document = requireVisible(await stores.documents.lock(documentId), caller, documentId);
  return storeDecision(stores, document, decide(document), deps);
}

export async function storeDecision(
  stores: Stores,
  document: DocumentState,
  decision: Decision | null,
  deps: Pick<SigningDeps, 'ids' | 'clock'>,
): Promise<DocumentState> {
  if (decision === null) return document;
  assertAudited(document, decision);
  await stores.documents.update(decision.document);
  await endReplacedSignees(stores, document, decision.document);
  await storeConsequences(stores, decision, deps);
  return decision.document;
}

/** Computes its stored dates again. */
export function storeUnchanged({ documents }: Stores, document: DocumentState): Promise<void> {
  return documents.update(document);
}
