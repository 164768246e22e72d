import { invalid } from '@countersign/base';
import { ACCOUNT_LIMITS, type Account, CAPABILITIES } from './account.ts';
import type { AccountEventType } from './account-event.ts';
import { markClosed, markReopened } from './close-account.ts';
import type { IdentityDeps } from './deps.ts';
import { IdentityError, refuseProblems } from './errors.ts';
import { recordForOperator } from './events.ts';
import type { IdentityStores } from './ports.ts';

export type OperatorDeps = Pick<IdentityDeps, 'database' | 'ids' | 'clock'>;

/** Throws `account_unknown`. */
async function getAccount({ database }: OperatorDeps, accountId: string): Promise<Account> {
  const account = await database.read.accounts.findAccount(accountId);
  if (account === null) throw new IdentityError('account_unknown');
  return account;
}

export interface AccountSettings {
  readonly accountId: string;
  readonly capabilities?: readonly string[] | undefined;
  readonly limits?: Readonly<Record<string, number | undefined>> | undefined;
}

/** Replaces the capabilities or limits, except for absent ones. Throws `invalid_request` for unknown ones. */
async function setAccount(deps: OperatorDeps, { accountId, ...changes }: AccountSettings): Promise<Account> {
  const capabilities = changes.capabilities && readCapabilities(changes.capabilities);
  const limits = changes.limits && readLimits(changes.limits);
  let account = await getAccount(deps, accountId);
  if (capabilities)
    account = await changeAccount(deps, accountId, 'account.capabilities_changed', (stores, found) =>
      store(stores, { ...found, capabilities }),
    );
  if (limits)
    account = await changeAccount(deps, accountId, 'account.limits_changed', (stores, found) =>
      store(stores, { ...found, limits }),
    );
  return account;
}

async function store({ accounts }: IdentityStores, account: Account): Promise<Account> {
  await accounts.updateAccount(account);
  return account;
}

function readLimits(limits: Readonly<Record<string, number | undefined>>): Account['limits'] {
  const entries = Object.entries(limits).flatMap(([name, max]) =>
    max === undefined ? [] : [[name, max] as const],
  );
  const isKnown = ([name, max]: readonly [string, number]) =>
    ACCOUNT_LIMITS.some((limit) => limit === name) && Number.isSafeInteger(max) && max >= 0;
  if (!entries.every(isKnown))
    refuseProblems([invalid('limits', 'choice', { allowed: ACCOUNT_LIMITS.join(', ') })]);
  return Object.fromEntries(entries);
}

/** Refuses everybody access, until it is reopened. Nothing is removed. */
function suspendAccount(deps: OperatorDeps, accountId: string): Promise<Account> {
  return changeAccount(deps, accountId, 'account.suspended', async (stores, account) => {
    if (account.status !== 'active') throw refused(account);
    const suspended: Account = { ...account, status: 'suspended', statusChangedAt: deps.clock.now() };
    await stores.accounts.updateAccount(suspended);
    return suspended;
  });
}

/** Closes an account as its owner would: it is removed after `REOPENING_DAYS`. */
function closeAccount(deps: OperatorDeps, accountId: string): Promise<Account> {
  return changeAccount(deps, accountId, 'account.closed', async (stores, account) => {
    if (account.status !== 'active' && account.status !== 'suspended') throw refused(account);
    return markClosed(deps, stores, account);
  });
}

/** Ends a suspension, or takes a closing back. Throws `account_not_reopenable`. */
function reopenAccount(deps: OperatorDeps, accountId: string): Promise<Account> {
  return changeAccount(deps, accountId, 'account.reopened', (stores, account) =>
    markReopened(deps, stores, account),
  );
}

/** Throws `account_closed` while the account is being removed. */
function recordExport(deps: OperatorDeps, accountId: string): Promise<Account> {
  return changeAccount(deps, accountId, 'account.exported', async (_stores, account) => {
    if (account.status === 'removing') throw refused(account);
    return account;
  });
}

function refused({ status }: Account): IdentityError {
  return new IdentityError(status === 'suspended' ? 'account_suspended' : 'account_closed');
}

function changeAccount(
  deps: OperatorDeps,
  accountId: string,
  type: AccountEventType,
  change: (stores: IdentityStores, account: Account) => Promise<Account>,
): Promise<Account> {
  return deps.database.transact(async (stores) => {
    await stores.accounts.lockAccount(accountId);
    const account = await stores.accounts.findAccount(accountId);
    if (account === null) throw new IdentityError('account_unknown');
    const changed = await change(stores, account);
    const details: Record<string, string> = {};
    if (type === 'account.capabilities_changed') details.capabilities = changed.capabilities.join(', ');
    if (type === 'account.limits_changed') details.limits = JSON.stringify(changed.limits);
    await recordForOperator(deps, stores, accountId, { type, subjectId: accountId, details });
    return changed;
  });
}

function readCapabilities(names: readonly string[]) {
  const isKnown = (word: string) => CAPABILITIES.some((capability) => capability === word);
  if (!names.every(isKnown))
    refuseProblems([invalid('capabilities', 'choice', { allowed: CAPABILITIES.join(', ') })]);
  return CAPABILITIES.filter((capability) => names.includes(capability));
}

/** The caller of these authenticates the operator. */
export const accountOperations = {
  getAccount,
  changeAccount: setAccount,
  suspendAccount,
  closeAccount,
  reopenAccount,
  recordExport,
};
