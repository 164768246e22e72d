import type { SigningDeps } from '../signing.ts';

/** As signees see it. */
export interface SenderFacts {
  readonly senderName: string;
  readonly accountName: string;
  /** Absent without one. */
  readonly logoUrl?: string;
  /** `#rrggbb`; absent: that of the service. */
  readonly color?: string;
}

/** The name that the account chose stands for its user and the account. */
export async function describeSender(
  { database, urls }: Pick<SigningDeps, 'database' | 'urls'>,
  { userId, accountId }: { readonly userId: string; readonly accountId: string },
): Promise<SenderFacts> {
  const { accounts } = database.read;
  const [user, account] = await Promise.all([accounts.findUser(userId), accounts.findAccount(accountId)]);
  const chosen = account?.senderName ?? null;
  return {
    senderName: chosen ?? user?.fullName ?? '',
    accountName: chosen ?? account?.name ?? '',
    ...(account?.logoId && { logoUrl: urls.logo(account.logoId) }),
    ...(account?.color && { color: account.color }),
  };
}
