import { SigningError } from '../errors.ts';
import type { ReadStores } from '../ports/database.ts';
import { invalid, refuseProblems } from '../problems.ts';
import type { Account, Caller } from './account.ts';
import { DEFAULT_TIME_ZONE } from './time-zone.ts';

/** The caller's account; `token_invalid` when it is gone. */
export async function findCallersAccount(stores: ReadStores, caller: Caller): Promise<Account> {
  const account = await stores.accounts.findAccount(caller.accountId);
  if (account === null) throw new SigningError('token_invalid');
  return account;
}

/** The owner of a new document: a user of the same account [4.4-06], by default the caller. */
export async function findOwner(
  stores: ReadStores,
  caller: Caller,
  userId: string | null | undefined,
): Promise<string> {
  if (userId === null || userId === undefined || userId === caller.userId) return caller.userId;
  const owner = await stores.accounts.findUser(userId);
  if (owner?.accountId !== caller.accountId) refuseProblems([invalid('userId', 'not_in_account')]);
  return userId;
}

/** The time zone of an account, also of one that is gone. */
export async function findTimeZone({ accounts }: ReadStores, accountId: string): Promise<string> {
  const account = await accounts.findAccount(accountId);
  return account?.timeZone ?? DEFAULT_TIME_ZONE;
}
