import type { Caller } from '@countersign/identity';
import { SigningError, type SigningErrorCode } from '../errors.ts';
import type { SavedState } from './saved-configuration.ts';

/** Whether a change may be made to the revision that there is now: `If-Match` of RFC 9110. */
export type RevisionCondition = (revision: number) => boolean;

/** Throws `notFound` for another account's, `not_yours` for a colleague's that is not shared. */
export function requireVisible<State extends SavedState>(
  state: State | null,
  { accountId, userId }: Caller,
  notFound: SigningErrorCode,
): State {
  if (state === null || state.accountId !== accountId) throw new SigningError(notFound);
  if (state.userId !== userId && state.configuration.sharingSetting !== 'shared')
    throw new SigningError('not_yours');
  return state;
}

/** As `requireVisible`. Throws `not_yours` for anybody but the owner, `precondition_failed` for another revision. */
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
