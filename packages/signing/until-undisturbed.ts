import { SigningError } from './errors.ts';

/** If others make changes at the same time. */
const MAX_ATTEMPTS = 5;

/**
 * `attempt` resolves with null if something came between. It checks the condition of the request again, so
 * that If-Match still decides.
 */
export async function untilUndisturbed<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let count = 1; count <= MAX_ATTEMPTS; count++) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new SigningError('service_busy');
}
