import type { Role, User } from '../accounts/account.ts';
import type { Caller } from '../accounts/caller.ts';
import type { IdentityDeps } from '../create-identity.ts';
import { IdentityError } from '../errors.ts';
import { recordEvent } from '../events/record-event.ts';
import { endProgramAccess } from '../people/end-program-access.ts';
import type { IdentityStores } from '../ports/database.ts';
import { requireManager } from './require-manager.ts';

export interface UserChanges {
  readonly role?: Role | undefined;
  /** An invited user becomes active by accepting alone. */
  readonly status?: 'active' | 'deactivated' | undefined;
}

/**
 * Absent members stay. A deactivated user's browsers and programs lose their access for good. Only owners
 * give the role `owner` or change an owner. The account is locked, because two owners could remove each
 * other.
 */
export function updateUser(
  deps: IdentityDeps,
  caller: Caller,
  userId: string,
  changes: UserChanges,
): Promise<User> {
  return deps.database.transact(async (stores) => {
    await stores.accounts.lockAccount(caller.accountId);
    const manager = await requireManager(stores, caller);
    const user = await stores.accounts.findUser(userId);
    if (user?.accountId !== caller.accountId) throw new IdentityError('user_not_found');
    if (user.status === 'invited' && changes.status !== undefined) throw new IdentityError('user_invited');
    const changed: User = { ...user, role: changes.role ?? user.role, status: changes.status ?? user.status };
    const touchesOwner = user.role === 'owner' || changed.role === 'owner';
    if (touchesOwner && manager.role !== 'owner') throw new IdentityError('role_missing');
    await stores.accounts.updateUser(changed);
    await requireOwner(stores, caller.accountId);
    // A consent or a switch of accounts may have run meanwhile.
    if (changed.status !== user.status) {
      await endSessions(stores, changed);
      await endProgramAccess(deps, stores, [user], {
        endedBy: caller.userId,
        address: caller.address ?? null,
      });
    }
    await recordEvent(deps, stores, caller, {
      type: 'user.changed',
      subjectId: userId,
      details: { role: changed.role, status: changed.status },
    });
    return changed;
  });
}

/** They would work again as soon as the user is active again. */
async function endSessions({ browserSessions }: IdentityStores, { userId, personId }: User): Promise<void> {
  if (personId === null) return;
  const sessions = await browserSessions.listForPerson(personId);
  for (const session of sessions)
    if (session.userId === userId) await browserSessions.remove(session.sessionId);
}

/** It must be active. */
async function requireOwner({ accounts }: IdentityStores, accountId: string): Promise<void> {
  const users = await accounts.listUsers(accountId);
  if (!users.some(({ role, status }) => role === 'owner' && status === 'active'))
    throw new IdentityError('last_owner');
}
