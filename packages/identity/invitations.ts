import { hashSecret, invalid } from '@countersign/base';
import type { Language } from '@countersign/base/locale';
import { checkLine, NAME_LENGTH } from '@countersign/base/text';
import { DAY_MS } from '@countersign/base/time';
import { isEmailAddress } from '@countersign/forms/attributes';
import type { Account, Caller, Role, User } from './account.ts';
import { countFromNetwork, countPasswordAttempt } from './attempt-limits.ts';
import type { Browser } from './browser-session.ts';
import { requireManager } from './callers.ts';
import type { IdentityDeps } from './deps.ts';
import { IdentityError, refuseProblems } from './errors.ts';
import { recordEvent } from './events.ts';
import { requireRoomForUser } from './limits.ts';
import { checkPassword, hashPassword, isPassword } from './password-hash.ts';
import { findOrCreatePerson } from './people.ts';
import type { Person } from './person.ts';
import type { IdentityJobOf, IdentityReads, IdentityStores } from './ports.ts';
import { BY_PASSWORD, listActiveUsers, recordRefusal } from './sign-in.ts';
import { mayEnter } from './single-sign-on/connection.ts';
import { type SessionStep, startSession } from './start-session.ts';

/** The limit counts invitations that are not accepted yet. It is not in the specification. */
const MAX_INVITED_USERS = 100;

/** The limit holds for mails of one account to one address in a day. It is not in the specification. */
const MAX_MAILS = 5;

export interface InvitationCommand {
  readonly emailAddress: string;
  readonly fullName?: string | undefined;
  readonly role?: Role | undefined;
  /** The default is the caller's language. */
  readonly language?: Language | undefined;
}

/** Invites people, who may be users of other accounts. */
async function inviteUser(
  deps: IdentityDeps,
  caller: Caller,
  { emailAddress, fullName = '', role = 'member', language }: InvitationCommand,
): Promise<User> {
  const { database, ids, clock } = deps;
  refuseProblems([
    ...(isEmailAddress(emailAddress) ? [] : [invalid('emailAddress', 'email')]),
    ...(fullName === '' ? [] : checkFullName(fullName)),
  ]);
  await requireManager(database.read, caller);
  await countMail(deps, caller, emailAddress);
  return database.transact(async (stores) => {
    await stores.accounts.lockAccount(caller.accountId);
    const manager = await requireManager(stores, caller);
    if (role === 'owner' && manager.role !== 'owner') throw new IdentityError('role_missing');
    await requireRoom(stores, caller, emailAddress);
    const user: User = {
      userId: ids.uuid(),
      accountId: caller.accountId,
      personId: null,
      role,
      status: 'invited',
      fullName,
      emailAddress,
      language: language ?? manager.language,
      isLanguageChosen: true,
      timeZone: null,
      createdAt: clock.now(),
    };
    await requireRoomForUser(stores, user.accountId);
    await stores.accounts.insertUser(user);
    await enqueueInvitation(stores, caller, user.userId);
    await recordEvent(deps, stores, caller, {
      type: 'user.invited',
      subjectId: user.userId,
      details: { emailAddress, role },
    });
    return user;
  });
}

/** Sends another invitation. Earlier links end. */
async function resendInvitation(deps: IdentityDeps, caller: Caller, userId: string): Promise<User> {
  const { emailAddress } = await requireInvitedUser(deps.database.read, caller, userId);
  await countMail(deps, caller, emailAddress);
  return deps.database.transact(async (stores) => {
    const user = await lockInvitedUser(stores, caller, userId);
    await stores.accounts.removeInvitations(userId);
    await enqueueInvitation(stores, caller, userId);
    await recordEvent(deps, stores, caller, { type: 'user.invitation_sent', subjectId: userId });
    return user;
  });
}

/** Withdraws an invitation. Throws `user_not_invited` if it was accepted. */
function withdrawInvitation(deps: IdentityDeps, caller: Caller, userId: string): Promise<void> {
  return deps.database.transact(async (stores) => {
    const { emailAddress } = await lockInvitedUser(stores, caller, userId);
    await stores.accounts.removeInvitedUser(userId);
    await recordEvent(deps, stores, caller, {
      type: 'user.invitation_withdrawn',
      subjectId: userId,
      details: { emailAddress },
    });
  });
}

export function checkFullName(fullName: string) {
  return checkLine('fullName', fullName, NAME_LENGTH);
}

async function requireRoom(
  { accounts }: IdentityStores,
  caller: Caller,
  emailAddress: string,
): Promise<void> {
  const known = await accounts.findUserByAddress(caller.accountId, emailAddress);
  if (known !== null) throw new IdentityError('user_exists');
  if ((await accounts.countUsers(caller.accountId, ['invited'], MAX_INVITED_USERS)) >= MAX_INVITED_USERS)
    throw new IdentityError('too_many_invitations', { max: MAX_INVITED_USERS });
}

async function lockInvitedUser(stores: IdentityStores, caller: Caller, userId: string): Promise<User> {
  await stores.accounts.lockAccount(caller.accountId);
  return requireInvitedUser(stores, caller, userId);
}

async function requireInvitedUser(stores: IdentityReads, caller: Caller, userId: string): Promise<User> {
  const manager = await requireManager(stores, caller);
  const user = await stores.accounts.findUser(userId);
  if (user?.accountId !== caller.accountId) throw new IdentityError('user_not_found');
  if (user.status !== 'invited') throw new IdentityError('user_not_invited');
  if (user.role === 'owner' && manager.role !== 'owner') throw new IdentityError('role_missing');
  return user;
}

/** Counts outside transactions, because a refused request counts too. Throws `too_many_invitation_mails`. */
async function countMail(
  { attempts }: IdentityDeps,
  { accountId }: Caller,
  emailAddress: string,
): Promise<void> {
  const key = `invitation/${accountId}/${hashSecret(emailAddress.toLowerCase())}`;
  const { count, remainingMs } = await attempts.count(key, DAY_MS);
  if (count <= MAX_MAILS) return;
  const seconds = Math.max(1, Math.ceil(remainingMs / 1000));
  throw new IdentityError('too_many_invitation_mails', { seconds });
}

async function enqueueInvitation({ jobs }: IdentityStores, caller: Caller, userId: string): Promise<void> {
  await jobs.enqueue({ name: 'send-user-invitation', userId, invitedBy: caller.userId });
}

export interface AcceptCommand {
  readonly token: string;
  readonly fullName: string;
  readonly password: string;
}

export interface InvitationView {
  readonly user: User;
  readonly account: Account;
  /** If true, accepting asks for the password of the address. */
  readonly hasPassword: boolean;
}

/**
 * Finds an invitation by its token. Throws `invitation_not_found`, `invitation_expired`, `too_many_attempts`.
 */
async function getInvitation(deps: IdentityDeps, token: string, browser: Browser): Promise<InvitationView> {
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
 * `signsIn` starts a session, unless the account requires single sign-on. Throws `invitation_not_found` (unknown, used or withdrawn),
 * `invitation_expired`, `password_wrong`, `too_many_attempts`.
 */
async function acceptInvitation(
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
    // The person chose or changed a password since it was checked.
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
    const isEntered = signsIn && (await mayEnter(stores, deps.signOn.service, active, BY_PASSWORD));
    if (!isEntered) return { user: active, session: null };
    // The session begins in the account that invited, because the link says which is meant.
    const start = { browser, entrance: BY_PASSWORD };
    const session = await startSession(deps, stores, changed, [active], start);
    return { user: active, session };
  });
}

/** Returns the hash of a new password, or the stored one if the password is right. */
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

const VALID_DAYS = 7;

/**
 * Mails the invitation. The token is created here to keep secrets out of the queue, and anew for every
 * attempt, because the mail of a failed one may have arrived.
 */
export async function sendInvitation(
  { database, ids, clock, mailer }: IdentityDeps,
  { userId, invitedBy }: IdentityJobOf<'send-user-invitation'>,
): Promise<void> {
  const { accounts } = database.read;
  const [user, sender] = await Promise.all([accounts.findUser(userId), accounts.findUser(invitedBy)]);
  const account = user && (await accounts.findAccount(user.accountId));
  if (user?.status !== 'invited' || account === null) return;
  const facts = {
    messageId: `user_invitation:${ids.uuid()}`,
    to: user.emailAddress,
    language: user.language,
    recipientName: user.fullName,
    senderName: sender?.fullName ?? '',
    accountName: account.name,
  };
  const token = ids.secret();
  const expiresAt = new Date(clock.now().getTime() + VALID_DAYS * DAY_MS);
  const isInvited = await database.transact(async (stores) => {
    await stores.accounts.lockAccount(user.accountId);
    if ((await stores.accounts.findUser(userId))?.status !== 'invited') return false;
    await stores.accounts.insertInvitation({ tokenHash: hashSecret(token), userId, expiresAt });
    return true;
  });
  if (isInvited) await mailer.send({ ...facts, kind: 'user_invitation', token, days: VALID_DAYS });
}

export const invitationOperations = {
  invite: inviteUser,
  resendInvitation,
  withdrawInvitation,
  getInvitation,
  acceptInvitation,
};
