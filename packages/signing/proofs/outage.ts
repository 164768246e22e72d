import { SIGNING_ERRORS } from '../error-table.ts';
import { SigningError } from '../errors.ts';
import type { ProofOutcome } from './define-proof.ts';

/**
 * Whether an error passes by itself: the one definition of an outage. It costs the signee neither a try nor a start, and a watched
 * proof stays pending. A kind that explains an outage on the page has an outcome with `isOutage` instead.
 */
export function isOutage(error: unknown): boolean {
  return error instanceof SigningError && SIGNING_ERRORS[error.code].permanence === 'passing';
}

export function isOutageOutcome(outcome: ProofOutcome<unknown>): boolean {
  return 'isOutage' in outcome && outcome.isOutage === true;
}

/** Turns the failure of a provider into an outage: `service_busy`. */
export async function callProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    throw new SigningError('service_busy', {}, { cause });
  }
}
