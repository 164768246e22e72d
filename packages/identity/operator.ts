import { bindOperations, invalid } from '@countersign/base';
import { DEFAULT_LANGUAGE } from '@countersign/base/locale';
import { checkLine, NAME_LENGTH } from '@countersign/base/text';
import { isEmailAddress } from '@countersign/forms/attributes';
import { type Account, type ApiKey, CAPABILITIES, ROLES, type Role, type User } from './account.ts';
import { insertNewAccount, namesFromAddress, newAccount } from './accounts.ts';
import { newApiKey, newKeySecret } from './api-keys.ts';
import { IdentityError, refuseProblems } from './errors.ts';
import { BY_OPERATOR, recordForOperator, recordForPerson } from './events.ts';
import { requireRoomForUser } from './limits.ts';
import { accountOperations, type OperatorDeps } from './operate-accounts.ts';
import { endProgramAccess, findOrCreatePerson } from './people.ts';
import type { AccountStore } from './ports.ts';
import { listActiveUsers } from './sign-in.ts';

export type Operator = ReturnType<typeof createOperator>;

/** Creates operations on any account. The caller of these authenticates the operator. */
export function createOperator(deps: OperatorDeps) {
  return bindOperations(deps, {
    listAccounts: ({ database }: OperatorDeps) => database.read.accounts.listAccounts(),
    createAccount,
    ...accountOperations,
    listUsers,
    createUser,
    listApiKeys,
    createApiKey,
    removeApiKey,
    resetSignIn,
  });
}

interface AccountCommand {
  readonly emailAddress: string;
  readonly name: string;
  /** The default is the part of the address before the `@`. */
  readonly fullName?: string | undefined;
  readonly capabilities: readonly string[];
}

/** Creates an account. Its key's `secret` is not kept, and its new owner has no password. */
async function createAccount(
  deps: OperatorDeps,
  {
    emailAddress,
    name,
    fullName = namesFromAddress(emailAddress).fullName,
    capabilities: names,
  }: AccountCommand,
): Promise<{ readonly account: Account; readonly user: User; readonly secret: string }> {
  const capabilities = CAPABILITIES.filter((capability) => names.includes(capability));
  const isKnown = (word: string) => CAPABILITIES.some((capability) => capability === word);
  refuseProblems([
    ...checkAddress(emailAddress),
    ...checkName('name', name),
    ...checkName('full-name', fullName),
    ...(names.every(isKnown)
      ? []
      : [invalid('capabilities', 'choice', { allowed: CAPABILITIES.join(', ') })]),
  ]);
  const secret = newKeySecret(deps.ids);
  const facts = { name, fullName, emailAddress, capabilities };
  const rows = newAccount(deps, facts, { name: 'First key', secret });
  const { account, user } = rows;
  await deps.database.transact(async (stores) => {
    await insertNewAccount(deps, stores, rows);
    const details = { emailAddress };
    const created = { type: 'account.created', subjectId: user.userId, details } as const;
    await recordForOperator(deps, stores, account.accountId, created);
  });
  return { account, user, secret };
}

async function listUsers({ database }: OperatorDeps, accountId: string): Promise<readonly User[]> {
  await requireAccount(database.read.accounts, accountId);
  return database.read.accounts.listUsers(accountId);
}

interface UserCommand {
  readonly accountId: string;
  readonly emailAddress: string;
  readonly name: string;
  readonly role: string;
}

/** Creates a user with a key. A new person has no password. Throws `user_exists`. */
async function createUser(
  deps: OperatorDeps,
  { accountId, emailAddress, name, role: word }: UserCommand,
): Promise<{ readonly user: User; readonly secret: string }> {
  const { database, ids, clock } = deps;
  const role: Role | undefined = ROLES.find((known) => known === word);
  refuseProblems([
    ...checkAddress(emailAddress),
    ...checkName('name', name),
    ...(role === undefined ? [invalid('role', 'choice', { allowed: ROLES.join(', ') })] : []),
  ]);
  const user: User = {
    userId: ids.uuid(),
    accountId,
    personId: null,
    role: role ?? 'member',
    status: 'active',
    fullName: name,
    emailAddress,
    language: DEFAULT_LANGUAGE,
    isLanguageChosen: false,
    timeZone: null,
    createdAt: clock.now(),
  };
  const secret = newKeySecret(ids);
  const facts = { apiKeyId: ids.uuid(), createdAt: clock.now() };
  await database.transact(async (stores) => {
    const { accounts } = stores;
    await requireAccount(accounts, accountId);
    await accounts.lockAccount(accountId);
    const known = await accounts.findUserByAddress(accountId, emailAddress);
    if (known !== null) throw new IdentityError('user_exists');
    const { personId } = await findOrCreatePerson(deps, stores, emailAddress);
    await requireRoomForUser(stores, accountId);
    await accounts.insertUser({ ...user, personId });
    await accounts.insertApiKey(newApiKey(user, 'First key', secret, facts));
    const details = { emailAddress, role: user.role };
    const created = { type: 'user.created', subjectId: user.userId, details } as const;
    await recordForOperator(deps, stores, accountId, created);
  });
  return { user, secret };
}

async function listApiKeys({ database }: OperatorDeps, accountId: string): Promise<readonly ApiKey[]> {
  await requireAccount(database.read.accounts, accountId);
  return database.read.accounts.listApiKeys(accountId);
}

/** Creates a key for a user. Throws `user_invited`. */
async function createApiKey(
  deps: OperatorDeps,
  { userId, name }: { readonly userId: string; readonly name: string },
): Promise<{ readonly apiKey: ApiKey; readonly secret: string }> {
  refuseProblems(checkName('name', name));
  const { database, ids, clock } = deps;
  const secret = newKeySecret(ids);
  return database.transact(async (stores) => {
    const { accounts } = stores;
    const user = await accounts.findUser(userId);
    if (user === null) throw unknown('user');
    if (user.status === 'invited') throw new IdentityError('user_invited');
    const apiKey = newApiKey(user, name, secret, { apiKeyId: ids.uuid(), createdAt: clock.now() });
    await accounts.insertApiKey(apiKey);
    const created = { type: 'api_key.created', subjectId: apiKey.apiKeyId, details: { name } } as const;
    await recordForOperator(deps, stores, user.accountId, created);
    return { apiKey, secret };
  });
}

function removeApiKey(deps: OperatorDeps, apiKeyId: string): Promise<void> {
  return deps.database.transact(async (stores) => {
    const key = await stores.accounts.findApiKey(apiKeyId);
    if (key === null) throw unknown('key');
    await stores.accounts.removeApiKey(apiKeyId);
    const removed = { type: 'api_key.removed', subjectId: apiKeyId, details: { name: key.name } } as const;
    await recordForOperator(deps, stores, key.accountId, removed);
  });
}

/**
 * Removes second factors, so that the password or a mail is enough to sign in. Programs lose their access.
 * Throws `invalid_request`.
 */
function resetSignIn(deps: OperatorDeps, { emailAddress }: { readonly emailAddress: string }): Promise<void> {
  return deps.database.transact(async (stores) => {
    const { personId } = (await stores.people.findByEmail(emailAddress)) ?? {};
    const person = personId === undefined ? null : await stores.people.lock(personId);
    if (person === null) throw unknown('email');
    await stores.people.update({ ...person, totp: null });
    await stores.people.replaceRecoveryCodes(person.personId, []);
    for (const { passkeyId } of await stores.people.listPasskeys(person.personId))
      await stores.people.removePasskey(passkeyId);
    await stores.browserSessions.removeOfPerson(person.personId);
    const users = await listActiveUsers(stores, person.personId);
    const facts = { address: null, isDoneByThem: false };
    await recordForPerson(deps, stores, users, facts, { type: 'sign_in.reset', details: BY_OPERATOR });
    await endProgramAccess(deps, stores, users, { endedBy: null, address: null });
  });
}

async function requireAccount(accounts: Pick<AccountStore, 'findAccount'>, accountId: string): Promise<void> {
  if ((await accounts.findAccount(accountId)) === null) throw unknown('account');
}

function unknown(option: string): IdentityError {
  const details = [invalid(option, 'unknown')];
  return new IdentityError('invalid_request', details[0]?.params, { details });
}

function checkAddress(emailAddress: string) {
  return isEmailAddress(emailAddress) ? [] : [invalid('email', 'email')];
}

function checkName(path: string, name: string) {
  return checkLine(path, name, NAME_LENGTH);
}
