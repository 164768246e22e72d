import { SigningError } from '../errors.ts';
import type { SigningDeps } from '../signing.ts';
import type { SavedKind, SavedStateOf } from './saved-kinds.ts';

/** Tries, if others make changes at the same time. */
const MAX_ATTEMPTS = 5;

/**
 * Repeats a change that starts from what is found, until nothing came between: `attempt` resolves with null if something
 * did. It checks the condition of the request again, so that If-Match still decides.
 */
export async function untilUndisturbed<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let count = 1; count <= MAX_ATTEMPTS; count++) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new SigningError('service_busy');
}

/** Stores the next revision of what was found. False if that was changed or deleted meanwhile. */
export async function replaceRevision<Kind extends SavedKind>(
  { database }: Pick<SigningDeps, 'database'>,
  kind: Kind,
  found: SavedStateOf<Kind>,
  next: SavedStateOf<Kind>,
): Promise<boolean> {
  return database.transact(async ({ saved }) => {
    const locked = await saved.lock(kind, found.id);
    if (locked?.revision !== found.revision) return false;
    await saved.update(kind, next);
    return true;
  });
}
