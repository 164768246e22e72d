import { IdentityError } from '../errors.ts';
import type { IdentityReads } from '../ports/database.ts';
import type { Account } from './account.ts';
import type { Caller } from './caller.ts';
import { DEFAULT_TIME_ZONE } from './time-zone.ts';

/** Throws `token_invalid` if it was removed. */
export async function findCallersAccount(stores: IdentityReads, caller: Caller): Promise<Account> {
  const account = await stores.accounts.findAccount(caller.accountId);
  if (account === null) throw new IdentityError('token_invalid');
  return account;
}

/** Also of a removed account. */
export async function findTimeZone({ accounts }: IdentityReads, accountId: string): Promise<string> {
  const account = await accounts.findAccount(accountId);
  return account?.timeZone ?? DEFAULT_TIME_ZONE;
}
