import { DEFAULT_TIME_ZONE } from '@countersign/base/time';
import type { Account, Caller, User } from './account.ts';
import { IdentityError } from './errors.ts';
import type { IdentityReads } from './ports.ts';

/** Finds the account in use. Throws `token_invalid` if it was removed. */
export async function findCallersAccount(stores: IdentityReads, caller: Caller): Promise<Account> {
  const account = await stores.accounts.findAccount(caller.accountId);
  if (account === null) throw new IdentityError('token_invalid');
  return account;
}

/** Returns false for a closed or suspended account. */
export async function isAccountActive(
  { accounts }: IdentityReads,
  { accountId }: Pick<Account, 'accountId'>,
): Promise<boolean> {
  return isActive(await accounts.findAccount(accountId));
}

/** Returns false for a closed or suspended account; a removed one is null. */
export function isActive(account: Account | null): boolean {
  return account === null || account.status === 'active';
}

/** Finds the time zone of the account, and has a default for a removed one. */
export async function findTimeZone({ accounts }: IdentityReads, accountId: string): Promise<string> {
  return timeZoneOf(await accounts.findAccount(accountId));
}

export function timeZoneOf(account: Account | null): string {
  return account?.timeZone ?? DEFAULT_TIME_ZONE;
}

/** Finds the calling user. Throws `token_invalid` if they were removed. */
export async function findCaller({ accounts }: IdentityReads, caller: Caller): Promise<User> {
  const user = await accounts.findUser(caller.userId);
  if (user === null || user.status !== 'active') throw new IdentityError('token_invalid');
  return user;
}

/** Requires an owner or admin. Throws `role_missing`. */
export async function requireManager(stores: IdentityReads, caller: Caller): Promise<User> {
  const user = await findCaller(stores, caller);
  if (user.role === 'member') throw new IdentityError('role_missing');
  return user;
}
