import type { ErrorParams, Language } from '@countersign/identity';
import { SigningError, type SigningErrorCode } from '../errors.ts';
import { isPermanentFault, isSealFault } from '../pdf-faults.ts';
import type { SigningDeps } from '../signing.ts';
import { changeDocument } from './decision.ts';
import type { DocumentState } from './document.ts';
import { recordFailure } from './record-failure.ts';

/**
 * Runs a step of a document's making. A fault of the file is final: the document becomes `error` and null is the answer;
 * anything else is thrown, so that the queue tries again.
 */
export async function orFailDocument<T>(
  deps: SigningDeps,
  { documentId, language }: DocumentState,
  step: () => Promise<T>,
): Promise<T | null> {
  try {
    return await step();
  } catch (error) {
    if (!isPermanentFault(error) && !isBrokenEvidence(error)) throw error;
    await failDocument(deps, documentId, language, error.code, error.params);
    return null;
  }
}

function isBrokenEvidence(error: unknown): error is SigningError {
  return error instanceof SigningError && error.code === 'evidence_broken';
}

/** Every retry of a step was used up, the last time with that code: the owner has to see it, not wait for ever. */
export async function giveUpDocument(
  deps: SigningDeps,
  documentId: string,
  lastCode: string | null,
): Promise<void> {
  const document = await deps.database.read.documents.find(documentId);
  if (document === null) return;
  const code = isSealFault(lastCode) ? 'seal_unavailable' : 'internal_error';
  await failDocument(deps, documentId, document.language, code, {});
}

async function failDocument(
  deps: SigningDeps,
  documentId: string,
  language: Language,
  code: SigningErrorCode,
  params: ErrorParams,
): Promise<void> {
  const message = deps.words.failure(language, code, params);
  await changeDocument(deps, documentId, (current) =>
    recordFailure(current, message, deps.clock.now(), deps.settings.retentionDays),
  );
}
