import type { Account, User } from '../accounts/account.ts';
import type { IdentityDeps } from '../create-identity.ts';
import { IdentityError, refuseProblems } from '../errors.ts';
import { recordEvent } from '../events/record-event.ts';
import { findOrCreatePerson } from '../people/find-or-create-person.ts';
import type { Person } from '../people/person.ts';
import type { IdentityReads } from '../ports/database.ts';
import { checkPassword } from '../secrets/check-password.ts';
import { hashSecret } from '../secrets/hash-secret.ts';
import { hashPassword, isPassword } from '../secrets/password.ts';
import { countFromNetwork, countPasswordAttempt } from '../sessions/attempt-limits.ts';
import type { Browser } from '../sessions/browser-session.ts';
import { listActiveUsers, recordRefusal } from '../sessions/sign-in.ts';
import { type SessionStep, startSession } from '../sessions/start-session.ts';
import { checkFullName } from './invite-user.ts';

export interface AcceptCommand {
  readonly token: string;
  readonly fullName: string;
  readonly password: string;
}

export interface InvitationView {
  readonly user: User;
  readonly account: Account;
  /** Accepting asks for the password of the address. */
  readonly hasPassword: boolean;
}

/** Throws `invitation_not_found`, `invitation_expired`, `too_many_attempts`. */
export async function getInvitation(
  deps: IdentityDeps,
  token: string,
  browser: Browser,
): Promise<InvitationView> {
  const { database, clock } = deps;
  await countFromNetwork(deps, browser, 'invitation-token');
  const user = await requireInvited(database.read, hashSecret(token), clock.now());
  const account = await database.read.accounts.findAccount(user.accountId);
  if (account === null) throw new IdentityError('invitation_not_found');
  const person = await database.read.people.findByEmail(user.emailAddress);
  return { user, account, hasPassword: hasPassword(person) };
}

/**
 * Activates the user and ends all their links. A person with a password enters that one; others choose one.
 * `signsIn` starts a session. Throws `invitation_not_found` (unknown, used or withdrawn),
 * `invitation_expired`, `password_wrong`, `too_many_attempts`.
 */
export async function acceptInvitation(
  deps: IdentityDeps,
  { token, fullName, password }: AcceptCommand,
  browser: Browser,
  { signsIn }: { readonly signsIn: boolean },
): Promise<{ readonly user: User; readonly session: SessionStep | null }> {
  const { database, clock } = deps;
  await countFromNetwork(deps, browser, 'accepted-token');
  const tokenHash = hashSecret(token);
  const { accountId, emailAddress } = await requireInvited(database.read, tokenHash, clock.now());
  refuseProblems(checkFullName(fullName));
  const known = await database.read.people.findByEmail(emailAddress);
  const passwordHash = await checkOrHash(deps, known, { emailAddress, password }, browser);
  return database.transact(async (stores) => {
    await stores.accounts.lockAccount(accountId);
    const user = await requireInvited(stores, tokenHash, clock.now());
    const found = await findOrCreatePerson(deps, stores, user.emailAddress);
    const person = await stores.people.lock(found.personId);
    // A password was chosen or changed meanwhile.
    if (person === null || (hasPassword(person) && person.passwordHash !== passwordHash))
      throw new IdentityError('password_wrong');
    const changed: Person = { ...person, passwordHash };
    await stores.people.update(changed);
    const active: User = { ...user, status: 'active', fullName, personId: person.personId };
    await stores.accounts.updateUser(active);
    await stores.accounts.removeInvitations(user.userId);
    await recordEvent(
      deps,
      stores,
      { ...active, address: browser.address },
      {
        type: 'user.invitation_accepted',
        subjectId: user.userId,
      },
    );
    if (!signsIn) return { user: active, session: null };
    // The link says which account is meant.
    const session = await startSession(deps, stores, changed, [active], { browser });
    return { user: active, session };
  });
}

/** Of a new password, or the stored one if it is right. */
async function checkOrHash(
  deps: IdentityDeps,
  person: Person | null,
  { emailAddress, password }: { readonly emailAddress: string; readonly password: string },
  browser: Browser,
): Promise<string> {
  if (person === null || person.passwordHash === null) {
    refuseProblems(checkPassword('password', password, emailAddress));
    return hashPassword(password, deps.passwordCosts);
  }
  const users = await listActiveUsers(deps.database.read, person.personId);
  await countPasswordAttempt(deps, browser, emailAddress, person, users);
  if (await isPassword(password, person.passwordHash, deps.passwordCosts)) return person.passwordHash;
  await recordRefusal(deps, users, browser, 'password');
  throw new IdentityError('password_wrong');
}

function hasPassword(person: Person | null): boolean {
  return person !== null && person.passwordHash !== null;
}

async function requireInvited({ accounts }: IdentityReads, tokenHash: string, now: Date): Promise<User> {
  const invitation = await accounts.findInvitation(tokenHash);
  const user = invitation && (await accounts.findUser(invitation.userId));
  if (invitation === null || user?.status !== 'invited') throw new IdentityError('invitation_not_found');
  if (invitation.expiresAt <= now) throw new IdentityError('invitation_expired');
  return user;
}
