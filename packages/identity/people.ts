import type { User } from './account.ts';
import type { AccountEventType } from './account-event.ts';
import type { IdentityDeps } from './deps.ts';
import { IdentityError } from './errors.ts';
import { appendEvent, BY_OPERATOR, recordForPerson } from './events.ts';
import type { Person } from './person.ts';
import type { IdentityJobOf, IdentityStores, SecurityNotice } from './ports.ts';
import { listActiveUsers } from './sign-in.ts';

interface Change {
  readonly type: AccountEventType;
  readonly address: string;
  /** A mail notifies the person, who may not have made the change. */
  readonly notice?: SecurityNotice;
  readonly details?: Readonly<Record<string, string>>;
}

/**
 * Changes a person with an entry in the log of each of their accounts. `decide` gets the locked person, and
 * throws if the change is not possible any more.
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

interface Ending {
  /** The user who ended it, who may be one of `users`; null for the operator. */
  readonly endedBy: string | null;
  readonly address: string | null;
}

/** Ends what programs may do for the users, with an entry in the log for each. */
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

/**
 * Finds or creates the person of an address. A new one has no password. Other transactions with the address
 * wait.
 */
export async function findOrCreatePerson(
  { ids, clock }: Pick<IdentityDeps, 'ids' | 'clock'>,
  { accounts, people }: Pick<IdentityStores, 'accounts' | 'people'>,
  emailAddress: string,
): Promise<Person> {
  await accounts.lockEmailAddress(emailAddress);
  const known = await people.findByEmail(emailAddress);
  if (known !== null) return known;
  const person: Person = {
    personId: ids.uuid(),
    emailAddress,
    passwordHash: null,
    totp: null,
    createdAt: clock.now(),
  };
  await people.insert(person);
  return person;
}

export async function sendSecurityNotice(
  { database, ids, mailer }: IdentityDeps,
  { personId, notice, accountId }: IdentityJobOf<'send-security-notice'>,
): Promise<void> {
  const [user] = await listActiveUsers(database.read, personId);
  if (user === undefined) return;
  const account = accountId === undefined ? null : await database.read.accounts.findAccount(accountId);
  await mailer.send({
    kind: 'security_notice',
    messageId: `security_notice:${ids.uuid()}`,
    to: user.emailAddress,
    language: user.language,
    recipientName: user.fullName,
    notice,
    accountName: account?.name,
  });
}
