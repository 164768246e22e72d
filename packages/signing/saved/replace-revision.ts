import type { SigningDeps } from '../signing.ts';
import type { SavedKind, SavedStateOf } from './saved-kinds.ts';

/** False if it was changed or deleted meanwhile. */
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
