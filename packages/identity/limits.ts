import type { AccountLimit } from './account.ts';
import { IdentityError } from './errors.ts';
import type { IdentityStores } from './ports.ts';

type LimitStores = Pick<IdentityStores, 'accounts'>;

/**
 * Throws `account_limit_reached` if the operator limited what the account may have and `count`, with what is added, is
 * above it. Nothing is counted without a limit. With one, others who add something wait until the transaction ends, so
 * that two at once cannot pass together.
 */
export async function requireBelowLimit(
  { accounts }: LimitStores,
  accountId: string,
  limit: AccountLimit,
  count: (max: number) => Promise<number>,
): Promise<void> {
  const max = (await accounts.findAccount(accountId))?.limits[limit];
  if (max === undefined) return;
  await accounts.lockAccount(accountId);
  if ((await count(max)) > max) throw new IdentityError('account_limit_reached', { limit, max });
}

/** Requires room for one user more. Deactivated users do not count. */
export function requireRoomForUser(stores: LimitStores, accountId: string): Promise<void> {
  return requireBelowLimit(
    stores,
    accountId,
    'maxUsers',
    async (max) => (await stores.accounts.countUsers(accountId, ['invited', 'active'], max)) + 1,
  );
}
