import type { ErrorParams } from '@countersign/base';
import type { Language } from '@countersign/base/locale';
import type { SigningDeps } from '../deps.ts';
import type { SigningErrorCode } from '../errors.ts';
import { isPermanentFault } from '../ports/pdf-toolkit.ts';
import type { Decision } from './audited-decision.ts';
import { changeDocument } from './decision.ts';
import type { DocumentState } from './document.ts';
import { touch } from './retention.ts';
import { moveTo, statusAfter } from './status.ts';

/** Returns null if the document has moved on. */
export function recordFailure(
  document: DocumentState,
  errorMessage: string,
  now: Date,
  retentionDays: number,
): Decision | null {
  const next = statusAfter(document.status, 'fail');
  if (next === null) return null;
  const failed = touch(moveTo(document, next), now, retentionDays);
  return {
    document: { ...failed, errorMessage },
    entries: [{ type: 'document.failed', details: { errorMessage } }],
    jobs: [{ name: 'send-failed', documentId: document.documentId }],
  };
}

/**
 * A fault of the file makes the document `error` and resolves with null; other errors are thrown for a retry.
 */
export async function orFailDocument<T>(
  deps: SigningDeps,
  { documentId, language }: DocumentState,
  step: () => Promise<T>,
): Promise<T | null> {
  try {
    return await step();
  } catch (error) {
    if (!isPermanentFault(error)) throw error;
    await failDocument(deps, documentId, language, error.code, error.params);
    return null;
  }
}

/** Runs after the last retry. */
export async function giveUpDocument(deps: SigningDeps, documentId: string): Promise<void> {
  const document = await deps.database.read.documents.find(documentId);
  if (document === null) return;
  await failDocument(deps, documentId, document.language, 'internal_error', {});
}

async function failDocument(
  deps: SigningDeps,
  documentId: string,
  language: Language,
  code: SigningErrorCode,
  params: ErrorParams,
): Promise<void> {
  const message = deps.messages.failure(language, code, params);
  await changeDocument(deps, documentId, (current) =>
    recordFailure(current, message, deps.clock.now(), deps.settings.retentionDays),
  );
}
