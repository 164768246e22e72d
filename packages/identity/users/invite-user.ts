import { isEmailAddress } from '@countersign/forms/attributes';
import type { Role, User } from '../accounts/account.ts';
import type { Caller } from '../accounts/caller.ts';
import type { Language } from '../accounts/language.ts';
import type { IdentityDeps } from '../create-identity.ts';
import { DAY_MS } from '../durations.ts';
import { IdentityError, refuseProblems } from '../errors.ts';
import { recordEvent } from '../events/record-event.ts';
import type { IdentityReads, IdentityStores } from '../ports/database.ts';
import { invalid } from '../refusals/problem.ts';
import { hashSecret } from '../secrets/hash-secret.ts';
import { checkLine, NAME_LENGTH } from '../text/text-rules.ts';
import { requireManager } from './require-manager.ts';

/** Not accepted yet. Not in the specification. */
const MAX_INVITED_USERS = 100;

/** To one address in a day, by one account. Not in the specification. */
const MAX_MAILS = 5;

export interface InvitationCommand {
  readonly emailAddress: string;
  readonly fullName?: string | undefined;
  readonly role?: Role | undefined;
  /** By default the caller's. */
  readonly language?: Language | undefined;
}

/** Also users of other accounts. */
export async function inviteUser(
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

/** Earlier links end. */
export async function resendInvitation(deps: IdentityDeps, caller: Caller, userId: string): Promise<User> {
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

/** Throws `user_not_invited` for one who has accepted. */
export function withdrawInvitation(deps: IdentityDeps, caller: Caller, userId: string): Promise<void> {
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
  if (await accounts.hasAddress(caller.accountId, emailAddress)) throw new IdentityError('user_exists');
  const users = await accounts.listUsers(caller.accountId);
  if (users.filter(({ status }) => status === 'invited').length >= MAX_INVITED_USERS)
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

/** Outside transactions, as a refused request counts too. Throws `too_many_invitation_mails`. */
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
