import type { User } from '../accounts/account.ts';
import type { Caller } from '../accounts/caller.ts';
import type { IdentityDeps } from '../create-identity.ts';

/** Oldest first. */
export function listUsers({ database }: IdentityDeps, caller: Caller): Promise<readonly User[]> {
  return database.read.accounts.listUsers(caller.accountId);
}
