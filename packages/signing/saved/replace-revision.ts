import { SigningError } from '../errors.ts';
import type { SigningDeps } from '../signing.ts';
import type { SavedKind, SavedStateOf } from './saved-kinds.ts';

/** Stores the next revision of what was found. Throws `precondition_failed` if it was changed or deleted meanwhile. */
export async function replaceRevision<Kind extends SavedKind>(
  { database }: Pick<SigningDeps, 'database'>,
  kind: Kind,
  found: SavedStateOf<Kind>,
  next: SavedStateOf<Kind>,
): Promise<void> {
  await database.transact(async ({ saved }) => {
    const locked = await saved.lock(kind, found.id);
    if (locked?.revision !== found.revision) throw new SigningError('precondition_failed');
    await saved.update(kind, next);
  });
}
