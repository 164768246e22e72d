import { invalid } from '@countersign/base';
import type { Language } from '@countersign/base/locale';
import { isTimeZone } from '@countersign/base/time';
import type { Caller, Role, User } from './account.ts';
import { findCaller, requireManager } from './callers.ts';
import type { IdentityDeps } from './deps.ts';
import { IdentityError, refuseProblems } from './errors.ts';
import { recordEvent } from './events.ts';
import { checkFullName } from './invitations.ts';
import { requireRoomForUser } from './limits.ts';
import { endProgramAccess } from './people.ts';
import type { IdentityStores } from './ports.ts';

/** Lists the users of the account, oldest first. */
function listUsers({ database }: IdentityDeps, caller: Caller): Promise<readonly User[]> {
  return database.read.accounts.listUsers(caller.accountId);
}

export interface ProfileChanges {
  readonly fullName?: string | undefined;
  readonly language?: Language | undefined;
  /** IANA name, or null for the account's time zone. */
  readonly timeZone?: string | null | undefined;
}

/** Changes the caller's user in the account in use, except for absent members. */
function updateMe(
  { database }: IdentityDeps,
  caller: Caller,
  { fullName, language, timeZone }: ProfileChanges,
): Promise<User> {
  const isZone = timeZone === undefined || timeZone === null || isTimeZone(timeZone);
  refuseProblems([
    ...(fullName === undefined ? [] : checkFullName(fullName)),
    ...(isZone ? [] : [invalid('timeZone', 'invalid')]),
  ]);
  return database.transact(async (stores) => {
    // The lock keeps managers from changing role and status meanwhile.
    await stores.accounts.lockAccount(caller.accountId);
    const user = await findCaller(stores, caller);
    const changed: User = {
      ...user,
      fullName: fullName ?? user.fullName,
      language: language ?? user.language,
      isLanguageChosen: language !== undefined || user.isLanguageChosen,
      timeZone: timeZone === undefined ? user.timeZone : timeZone,
    };
    await stores.accounts.updateUser(changed);
    return changed;
  });
}

export interface UserChanges {
  readonly role?: Role | undefined;
  /** An invited user becomes active by accepting only. */
  readonly status?: 'active' | 'deactivated' | undefined;
}

/**
 * Changes a user, except for absent members. A deactivated user's browsers and programs lose their access for
 * good. Only owners give the role `owner` or change an owner. The account is locked, because two owners could
 * remove each other.
 */
function updateUser(deps: IdentityDeps, caller: Caller, userId: string, changes: UserChanges): Promise<User> {
  return deps.database.transact(async (stores) => {
    await stores.accounts.lockAccount(caller.accountId);
    const manager = await requireManager(stores, caller);
    const user = await stores.accounts.findUser(userId);
    if (user?.accountId !== caller.accountId) throw new IdentityError('user_not_found');
    if (user.status === 'invited' && changes.status !== undefined) throw new IdentityError('user_invited');
    const changed: User = { ...user, role: changes.role ?? user.role, status: changes.status ?? user.status };
    const touchesOwner = user.role === 'owner' || changed.role === 'owner';
    if (touchesOwner && manager.role !== 'owner') throw new IdentityError('role_missing');
    if (user.status === 'deactivated' && changed.status === 'active') await requireReturn(stores, user);
    await stores.accounts.updateUser(changed);
    await keepOwner(stores, caller.accountId);
    if (changed.status !== user.status)
      await endAccess(deps, stores, user, { endedBy: caller.userId, address: caller.address ?? null });
    await recordEvent(deps, stores, caller, {
      type: 'user.changed',
      subjectId: userId,
      details: { role: changed.role, status: changed.status },
    });
    return changed;
  });
}

/**
 * Requires that a deactivated user may be active again. Throws `user_not_found` for one whose person was erased, and
 * `account_limit_reached`.
 */
export async function requireReturn(stores: IdentityStores, { accountId, personId }: User): Promise<void> {
  if (personId === null) throw new IdentityError('user_not_found');
  await requireRoomForUser(stores, accountId);
}

/**
 * Ends the access of the user's browsers and programs. A consent or a switch of accounts may have run since the user's
 * last request.
 */
export async function endAccess(
  deps: Pick<IdentityDeps, 'ids' | 'clock'>,
  stores: IdentityStores,
  user: User,
  ending: Parameters<typeof endProgramAccess>[3],
): Promise<void> {
  await endSessions(stores, user);
  await endProgramAccess(deps, stores, [user], ending);
}

/** Ends the sessions, which would work again as soon as the user is active again. */
async function endSessions({ browserSessions }: IdentityStores, { userId, personId }: User): Promise<void> {
  if (personId === null) return;
  const sessions = await browserSessions.listForPerson(personId);
  for (const session of sessions)
    if (session.userId === userId) await browserSessions.remove(session.sessionId);
}

/** Requires that the account still has an active owner. Throws `last_owner`. */
export async function keepOwner({ accounts }: IdentityStores, accountId: string): Promise<void> {
  if (!(await accounts.hasActiveOwner(accountId))) throw new IdentityError('last_owner');
}

export const userOperations = { updateMe, list: listUsers, update: updateUser };
