import { DAY_MS } from '@countersign/base/time';
import type { Caller } from '@countersign/identity';
import type { SigningDeps, UnsealedFacts } from '../deps.ts';
import { SigningError } from '../errors.ts';
import type { Job } from '../jobs/job.ts';
import { ownerJob } from '../notifications/messages.ts';
import { BlobsUnavailable } from '../ports/blob-store.ts';
import { DatabaseUnavailable, type Stores } from '../ports/database.ts';
import { isPdfFaultCode } from '../ports/pdf-toolkit.ts';
import type { Decision } from './audited-decision.ts';
import { changeVisibleDocument, storeDecision, storeUnchanged } from './decision.ts';
import type { DocumentState, SealingDelay } from './document.ts';
import { touch } from './retention.ts';
import { isFullySigned } from './signing-access.ts';
import { statusAfter } from './status.ts';

const MINUTE_MS = 60_000;
/** The longest pause between two attempts [D12-02]. */
const MAX_PAUSE_SECONDS = 3600;
const MAX_PAUSE_MS = MAX_PAUSE_SECONDS * 1000;
const FIRST_NOTICE_MS = 15 * MINUTE_MS;
/** The follow-up looks once a minute, so shorter pauses are kept by the queue. */
const LOOK_SECONDS = 60;

/** Everybody has signed, and the sealed file is still to be made. */
export function isUnsealed({ status, signees }: Pick<DocumentState, 'status' | 'signees'>): boolean {
  return status === 'awaiting_signatures' && signees.length > 0 && isFullySigned({ signees });
}

export function withoutDelay({ sealingDelay: _, ...document }: DocumentState): DocumentState {
  return document;
}

function completionJob({ documentId }: Pick<DocumentState, 'documentId'>): Job<'complete-document'> {
  return { name: 'complete-document', documentId };
}

/**
 * Records why it failed and when it is tried again, and never gives up [D12-02]. Attempts may run at once:
 * of those that began with the same state, one counts.
 */
export async function delaySealing(
  deps: SigningDeps,
  { documentId, sealingDelay: known }: Pick<DocumentState, 'documentId' | 'sealingDelay'>,
  error: unknown,
): Promise<void> {
  const reason = sealingReasonOf(error);
  const now = deps.clock.now();
  const delay = await deps.database.transact(async (stores): Promise<SealingDelay | null> => {
    const document = await stores.documents.lock(documentId);
    if (document === null || !isUnsealed(document)) return null;
    if (attemptsOf(document.sealingDelay) !== attemptsOf(known)) return null;
    const next = afterFailure(document.sealingDelay, reason, now);
    await storeUnchanged(stores, { ...document, sealingDelay: next });
    const seconds = pauseSeconds(next.attempts);
    if (seconds < LOOK_SECONDS) await enqueueAttempt(stores, document, seconds);
    return next;
  });
  if (delay !== null) deps.sealingLog.failed(factsOf(documentId, delay), error);
}

/** Runs if the process ended in every attempt, or the database was away whenever one was to be recorded. */
export async function delayAfterCrashes(deps: SigningDeps, documentId: string): Promise<void> {
  const document = await deps.database.read.documents.find(documentId);
  if (document !== null) await delaySealing(deps, document, null);
}

function attemptsOf(delay: SealingDelay | undefined): number {
  return delay?.attempts ?? 0;
}

function afterFailure(before: SealingDelay | undefined, reason: string, now: Date): SealingDelay {
  const attempts = attemptsOf(before) + 1;
  const nextAttemptAt = new Date(now.getTime() + pauseSeconds(attempts) * 1000);
  return { since: now, ...before, reason, attempts, nextAttemptAt };
}

/** 2, 4, 8 ... seconds. */
function pauseSeconds(attempts: number): number {
  return Math.min(2 ** attempts, MAX_PAUSE_SECONDS);
}

async function enqueueAttempt(
  { jobs }: Stores,
  document: DocumentState,
  startAfterSeconds: number,
): Promise<void> {
  await jobs.enqueue(completionJob(document), { accountId: document.accountId, startAfterSeconds });
}

/** A code of the service or of the PDF toolkit. */
function sealingReasonOf(error: unknown): string {
  if (error instanceof DatabaseUnavailable) return 'database_unavailable';
  if (error instanceof BlobsUnavailable) return 'storage_unavailable';
  if (error instanceof SigningError) return error.code;
  const { code } = Object(error) as { readonly code?: unknown };
  if (code === 'file_access_failed') return 'storage_unavailable';
  return typeof code === 'string' && isPdfFaultCode(code) ? code : 'internal_error';
}

/** The next attempt or notice. Null: nothing is to be sealed. */
export function findSealingFollowUp(document: DocumentState): Date | null {
  if (!isUnsealed(document)) return null;
  const { sealingDelay: delay } = document;
  return delay === undefined ? lostAttemptAt(document) : earlier(delay.nextAttemptAt, noticeDueAt(delay));
}

/** An attempt that neither succeeded nor failed: the queue is long, or has lost it. */
function lostAttemptAt(document: DocumentState): Date {
  return new Date(signedAt(document).getTime() + FIRST_NOTICE_MS);
}

function signedAt({ signees }: DocumentState): Date {
  return new Date(Math.max(...signees.map(({ signature }) => signature?.signedAt.getTime() ?? 0)));
}

function noticeDueAt({ since, toldAt }: SealingDelay): Date {
  return toldAt === undefined
    ? new Date(since.getTime() + FIRST_NOTICE_MS)
    : new Date(toldAt.getTime() + DAY_MS);
}

function earlier(first: Date, second: Date): Date {
  return first < second ? first : second;
}

/**
 * Tries again what is due, and notifies the owner. Returns what to log for the operator after the
 * transaction, if anything.
 */
export async function followUpSealing(
  stores: Stores,
  deps: SigningDeps,
  document: DocumentState,
  now: Date,
): Promise<UnsealedFacts | null> {
  const delay = document.sealingDelay ?? {
    since: signedAt(document),
    reason: 'service_busy',
    attempts: 0,
    nextAttemptAt: lostAttemptAt(document),
  };
  const isDue = delay.nextAttemptAt <= now;
  // The next attempt is due even if this one is never recorded, since a job may be lost.
  const next = isDue ? { ...delay, nextAttemptAt: new Date(now.getTime() + MAX_PAUSE_MS) } : delay;
  if (isDue) await enqueueAttempt(stores, document, 0);
  if (document.sealingDelay === undefined || noticeDueAt(delay) > now) {
    await storeUnchanged(stores, isDue ? { ...document, sealingDelay: next } : document);
    return null;
  }
  const told = { ...next, toldAt: now };
  const round = Math.floor((now.getTime() - delay.since.getTime()) / DAY_MS);
  const decision = {
    document: touch({ ...document, sealingDelay: told }, now, deps.settings.retentionDays),
    entries: [{ type: 'document.sealing_delayed' as const, details: { reason: delay.reason } }],
    jobs: [ownerJob(document, 'owner_sealing_delayed', { round })],
  };
  await storeDecision(stores, document, decision, deps);
  return factsOf(document.documentId, told);
}

function factsOf(documentId: string, { since, reason, nextAttemptAt }: SealingDelay): UnsealedFacts {
  return { documentId, since, reason, nextAttemptAt };
}

/** Tries at once to seal what everybody has signed [D12-02]. Throws `document_not_sealable`. */
async function resealDocument(
  deps: Pick<SigningDeps, 'database' | 'ids' | 'clock'>,
  caller: Caller,
  documentId: string,
): Promise<void> {
  await deps.database.transact((stores) =>
    changeVisibleDocument(stores, deps, { caller, documentId }, (document) =>
      recordReseal(document, caller.userId, deps.clock.now()),
    ),
  );
}

/**
 * Returns null if it is completed already. The command of the operator (`userId` null) has no queue: the next
 * follow-up, within a minute, enqueues the job.
 */
export function recordReseal(document: DocumentState, userId: string | null, now: Date): Decision | null {
  const { status } = document;
  if (statusAfter(status, 'reseal') === null) return null;
  if (!isFullySigned(document)) throw new SigningError('document_not_sealable', { status });
  const { sealingDelay } = document;
  const isOperator = userId === null;
  return {
    document: {
      ...document,
      ...(isOperator && sealingDelay && { sealingDelay: { ...sealingDelay, nextAttemptAt: now } }),
    },
    entries: [{ type: 'document.sealing_requested', userId }],
    jobs: isOperator ? [] : [completionJob(document)],
  };
}

export const sealingOperations = { reseal: resealDocument };
