import type { User } from '../accounts/account.ts';
import type { IdentityDeps } from '../create-identity.ts';
import { appendEvent, BY_OPERATOR } from '../events/record-event.ts';
import type { IdentityStores } from '../ports/database.ts';

interface Ending {
  /** `users`: they themselves. Null: the operator. */
  readonly endedBy: string | null;
  readonly address: string | null;
}

/** With an entry in the log for each. */
export async function endProgramAccess(
  deps: Pick<IdentityDeps, 'clock' | 'ids'>,
  stores: Pick<IdentityStores, 'accountEvents' | 'programAccess'>,
  users: readonly Pick<User, 'userId'>[],
  { endedBy, address }: Ending,
): Promise<void> {
  const ended = await stores.programAccess.endOfUsers(users.map(({ userId }) => userId));
  for (const { grantId, userId, accountId, clientId, clientName } of ended)
    await appendEvent(deps, stores, {
      type: 'grant.ended',
      accountId,
      userId: endedBy === 'users' ? userId : endedBy,
      subjectId: grantId,
      address,
      details: { client: clientName, clientId, ...(endedBy === null && BY_OPERATOR) },
    });
}
