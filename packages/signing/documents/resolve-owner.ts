import type { Caller } from '@countersign/identity';
import type { ReadStores } from '../ports/database.ts';
import { invalid, refusal } from '../problems.ts';

/** An active user of the same account [4.4-06], by default the caller. */
export async function resolveOwner(
  stores: ReadStores,
  caller: Caller,
  userId: string | null | undefined,
): Promise<string> {
  if (userId === null || userId === undefined || userId === caller.userId) return caller.userId;
  const owner = await stores.accounts.findUser(userId);
  if (owner?.accountId !== caller.accountId || owner.status !== 'active')
    throw refusal(invalid('userId', 'not_in_account'));
  return userId;
}
