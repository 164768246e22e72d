import { isPermanentFault } from '../pdf-faults.ts';
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
    if (!isPermanentFault(error)) throw error;
    const message = deps.words.failure(language, error.code, error.params);
    await changeDocument(deps, documentId, (current) =>
      recordFailure(current, message, deps.clock.now(), deps.settings.retentionDays),
    );
    return null;
  }
}
