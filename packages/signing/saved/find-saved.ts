import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../deps.ts';
import { isVisibleTo } from '../documents/find-document.ts';
import { SigningError, type SigningErrorCode } from '../errors.ts';
import type { SavedKind, SavedState, SavedStateOf } from './saved-records.ts';

/** Returns false if it was changed or deleted meanwhile. */
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

/** The condition of `If-Match` (RFC 9110). */
export type RevisionCondition = (revision: number) => boolean;

/** Throws `notFound` for another account's, `not_yours` for a colleague's unshared one. */
export function requireVisible<State extends SavedState>(
  state: State | null,
  { accountId, userId }: Pick<Caller, 'accountId' | 'userId'>,
  notFound: SigningErrorCode,
): State {
  if (state === null || state.accountId !== accountId) throw new SigningError(notFound);
  const { sharingSetting } = state.configuration;
  if (!isVisibleTo({ userId: state.userId, sharingSetting }, userId)) throw new SigningError('not_yours');
  return state;
}

/** Throws `not_yours` unless the caller is the owner, `precondition_failed` for another revision. */
export function requireOwn<State extends SavedState>(
  state: State | null,
  caller: Caller,
  notFound: SigningErrorCode,
  condition: RevisionCondition,
): State {
  const visible = requireVisible(state, caller, notFound);
  if (visible.userId !== caller.userId) throw new SigningError('not_yours');
  if (!condition(visible.revision)) throw new SigningError('precondition_failed');
  return visible;
}
