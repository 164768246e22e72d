import type { Role, User } from '../accounts/account.ts';
import type { Caller } from '../accounts/caller.ts';
import type { IdentityDeps } from '../create-identity.ts';
import { IdentityError } from '../errors.ts';
import type { IdentityStores } from '../ports/database.ts';
import { requireManager } from './require-manager.ts';

export interface UserChanges {
  readonly role?: Role | undefined;
  /** A deactivated user may be activated again. An invited one becomes active by accepting alone. */
  readonly status?: 'active' | 'deactivated' | undefined;
}

/**
 * PATCH /account/users/{userId}: absent members stay. Only owners give the role `owner` or change an owner. The
 * account is locked, because two owners could remove each other.
 */
export function updateUser(
  { database }: IdentityDeps,
  caller: Caller,
  userId: string,
  changes: UserChanges,
): Promise<User> {
  return database.transact(async (stores) => {
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
    return changed;
  });
}

/** An account needs an active owner. */
async function requireOwner({ accounts }: IdentityStores, accountId: string): Promise<void> {
  const users = await accounts.listUsers(accountId);
  if (!users.some(({ role, status }) => role === 'owner' && status === 'active'))
    throw new IdentityError('last_owner');
}
