import type { Caller } from '@countersign/identity';
import { SigningError } from '../errors.ts';
import type { SigningDeps } from '../signing.ts';
import { changeVisibleDocument, type Decision } from './decision.ts';
import { completionJob } from './delay-sealing.ts';
import type { DocumentState } from './document.ts';
import { isFullySigned } from './signing-order.ts';
import { statusAfter } from './transition-table.ts';

/** Tries at once to seal what everybody has signed [D12-02]. Throws `document_not_sealable`. */
export async function resealDocument(
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
 * Null if it is completed already. A document that an earlier release gave up waits for its seal again. The
 * command of the operator (`userId` null) has no queue: the next follow-up, within a minute, enqueues the job.
 */
export function recordReseal(document: DocumentState, userId: string | null, now: Date): Decision | null {
  const { status } = document;
  const next = statusAfter(status, 'reseal');
  if (next === null) return null;
  if (!isFullySigned(document)) throw new SigningError('document_not_sealable', { status });
  const { sealingDelay } = document;
  const isOperator = userId === null;
  return {
    document: {
      ...{ ...document, status: next, errorMessage: null },
      ...(isOperator && sealingDelay && { sealingDelay: { ...sealingDelay, nextAttemptAt: now } }),
    },
    entries: [{ type: 'document.sealing_requested', userId }],
    jobs: isOperator ? [] : [completionJob(document)],
  };
}
