import type { User } from '../accounts/account.ts';
import type { IdentityDeps } from '../create-identity.ts';
import { IdentityError } from '../errors.ts';
import type { AccountEventType } from '../events/account-event.ts';
import { recordForPerson } from '../events/record-event.ts';
import type { IdentityStores } from '../ports/database.ts';
import type { SecurityNotice } from '../ports/user-mailer.ts';
import { listActiveUsers } from '../sessions/sign-in.ts';
import type { Person } from './person.ts';

interface Change {
  readonly type: AccountEventType;
  readonly address: string;
  /** The person may not have done it. */
  readonly notice?: SecurityNotice;
  readonly details?: Readonly<Record<string, string>>;
}

/**
 * With an entry in the log of every account of the person. `decide` gets the locked person, and throws if the
 * change is not possible any more.
 */
export function changeCredentials<T>(
  deps: Pick<IdentityDeps, 'database' | 'ids' | 'clock'>,
  personId: string,
  { type, address, notice, details = {} }: Change,
  decide: (stores: IdentityStores, person: Person, users: readonly User[]) => Promise<T>,
): Promise<T> {
  return deps.database.transact(async (stores) => {
    const person = await stores.people.lock(personId);
    if (person === null) throw new IdentityError('token_invalid');
    const users = await listActiveUsers(stores, personId);
    const result = await decide(stores, person, users);
    await recordForPerson(deps, stores, users, { address, isDoneByThem: true }, { type, details });
    if (notice !== undefined) await stores.jobs.enqueue({ name: 'send-security-notice', personId, notice });
    return result;
  });
}
