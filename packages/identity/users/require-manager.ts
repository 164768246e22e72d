import type { User } from '../accounts/account.ts';
import type { Caller } from '../accounts/caller.ts';
import { IdentityError } from '../errors.ts';
import type { IdentityReads } from '../ports/database.ts';

/** Throws `token_invalid` if they were removed. */
export async function findCaller({ accounts }: IdentityReads, caller: Caller): Promise<User> {
  const user = await accounts.findUser(caller.userId);
  if (user === null || user.status !== 'active') throw new IdentityError('token_invalid');
  return user;
}

/** An owner or admin. Throws `role_missing`. */
export async function requireManager(stores: IdentityReads, caller: Caller): Promise<User> {
  const user = await findCaller(stores, caller);
  if (user.role === 'member') throw new IdentityError('role_missing');
  return user;
}
