import { invalid } from '@countersign/base';
import { DAY_MS } from '@countersign/base/time';
import { type Account, type Caller, REOPENING_DAYS } from './account.ts';
import type { AccountEventType } from './account-event.ts';
import type { Browser } from './browser-session.ts';
import { findCaller, findCallersAccount } from './callers.ts';
import { confirmInAccount } from './confirm-password.ts';
import type { IdentityDeps } from './deps.ts';
import { IdentityError, refuseProblems } from './errors.ts';
import { recordEvent } from './events.ts';
import type { IdentityReads, IdentityStores } from './ports.ts';

/** Returns when a closed account is removed; null for others. */
export function removalDate({ status, statusChangedAt }: Account): Date | null {
  if (status !== 'closed' || statusChangedAt === null) return null;
  return new Date(statusChangedAt.getTime() + REOPENING_DAYS * DAY_MS);
}

export interface ClosingCommand {
  /** The name of the account, typed by the owner. */
  readonly accountName: string;
  /** It is empty in a session of single sign-on, which confirms by a fresh sign-in. */
  readonly currentPassword: string;
}

/**
 * Closes the account, and mails its owners: its tokens, sessions and signing links are refused from now on, and it is
 * removed after `REOPENING_DAYS`. Throws `role_missing` unless the caller is an owner in a browser, `password_wrong`, `sign_in_again`,
 * `invalid_request` for another name.
 */
async function closeAccount(
  deps: IdentityDeps,
  caller: Caller,
  { accountName, currentPassword }: ClosingCommand,
  browser: Browser,
): Promise<Account> {
  await requireOwner(deps.database.read, caller);
  await confirmInAccount(deps, caller, currentPassword, browser);
  return deps.database.transact(async (stores) => {
    await stores.accounts.lockAccount(caller.accountId);
    await requireOwner(stores, caller);
    const account = await findCallersAccount(stores, caller);
    if (accountName.trim() !== account.name.trim()) refuseProblems([invalid('accountName', 'invalid')]);
    const closed = await markClosed(deps, stores, account);
    await notifyOwners(stores, account.accountId);
    await recordEvent(deps, stores, caller, { type: 'account.closed', subjectId: account.accountId });
    return closed;
  });
}

/** The account is locked. Throws `account_closed` if it is closed already. */
export async function markClosed(
  { clock }: Pick<IdentityDeps, 'clock'>,
  { accounts }: Pick<IdentityStores, 'accounts'>,
  account: Account,
): Promise<Account> {
  if (account.status === 'closed' || account.status === 'removing') throw new IdentityError('account_closed');
  const closed: Account = { ...account, status: 'closed', statusChangedAt: clock.now() };
  await accounts.updateAccount(closed);
  return closed;
}

async function notifyOwners({ accounts, jobs }: IdentityStores, accountId: string): Promise<void> {
  for (const { role, status, personId } of await accounts.listUsers(accountId))
    if (role === 'owner' && status === 'active' && personId !== null)
      await jobs.enqueue({ name: 'send-security-notice', personId, notice: 'account_closed', accountId });
}

/** Gives everybody their access back. Throws `role_missing`, `account_suspended`, `account_not_reopenable`. */
function reopenAccount(deps: IdentityDeps, caller: Caller): Promise<Account> {
  return deps.database.transact(async (stores) => {
    await stores.accounts.lockAccount(caller.accountId);
    await requireOwner(stores, caller);
    const account = await findCallersAccount(stores, caller);
    if (account.status === 'suspended') throw new IdentityError('account_suspended');
    const reopened = await markReopened(deps, stores, account);
    await recordEvent(deps, stores, caller, { type: 'account.reopened', subjectId: account.accountId });
    return reopened;
  });
}

/** The account is locked. Throws `account_not_reopenable` also once its removal may have begun. */
export async function markReopened(
  { clock }: Pick<IdentityDeps, 'clock'>,
  { accounts }: Pick<IdentityStores, 'accounts'>,
  account: Account,
): Promise<Account> {
  const removedAt = removalDate(account);
  const isOver = removedAt !== null && removedAt <= clock.now();
  if (account.status === 'active' || account.status === 'removing' || isOver)
    throw new IdentityError('account_not_reopenable');
  const reopened: Account = { ...account, status: 'active', statusChangedAt: clock.now() };
  await accounts.updateAccount(reopened);
  return reopened;
}

/** Closing and reopening are for people, not for keys and programs. */
async function requireOwner(stores: IdentityReads, caller: Caller): Promise<void> {
  const user = await findCaller(stores, caller);
  if (user.role !== 'owner' || caller.sessionId === undefined) throw new IdentityError('role_missing');
}

/**
 * Lets an owner take a copy of everything. A browser asks for the password once more. Throws `role_missing`,
 * `account_suspended`, `account_closed`, `password_wrong`, `sign_in_again`.
 */
function allowExport(
  deps: IdentityDeps,
  caller: Caller,
  currentPassword: string,
  browser: Browser,
): Promise<void> {
  return allowOwner(deps, caller, { currentPassword, browser }, 'account.exported');
}

/** Lets an owner export or erase a person. Throws as `allowExport`. */
function allowPerson(
  deps: IdentityDeps,
  caller: Caller,
  confirmation: Confirmation,
  isErased: boolean,
): Promise<void> {
  // What is erased is recorded with each place.
  return allowOwner(deps, caller, confirmation, isErased ? null : 'person.exported');
}

export interface Confirmation {
  readonly currentPassword: string;
  readonly browser: Browser;
}

async function allowOwner(
  deps: IdentityDeps,
  caller: Caller,
  { currentPassword, browser }: Confirmation,
  type: AccountEventType | null,
): Promise<void> {
  await requireExporter(deps.database.read, caller);
  await confirmInAccount(deps, caller, currentPassword, browser);
  if (type === null) return;
  await deps.database.transact(async (stores) => {
    await requireExporter(stores, caller);
    const subjectId = type === 'account.exported' ? caller.accountId : null;
    await recordEvent(deps, stores, caller, { type, subjectId });
  });
}

/** Throws as `allowExport`, for the user whom it allowed the export. */
async function confirmExport(
  { database }: IdentityDeps,
  caller: Pick<Caller, 'userId' | 'accountId'>,
): Promise<void> {
  await requireExporter(database.read, { ...caller, scopes: [] });
}

async function requireExporter(stores: IdentityReads, caller: Caller): Promise<void> {
  if ((await findCaller(stores, caller)).role !== 'owner') throw new IdentityError('role_missing');
  const { status } = await findCallersAccount(stores, caller);
  if (status === 'active') return;
  throw new IdentityError(status === 'suspended' ? 'account_suspended' : 'account_closed');
}

export const closingOperations = {
  close: closeAccount,
  reopen: reopenAccount,
  allowExport,
  allowPerson,
  confirmExport,
};
