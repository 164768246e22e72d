import { invalid, type Problem } from '@countersign/base';
import { DEFAULT_LANGUAGE, type Language } from '@countersign/base/locale';
import { checkLength, checkLine, isReadableColor, NAME_LENGTH } from '@countersign/base/text';
import { DEFAULT_TIME_ZONE, isTimeZone } from '@countersign/base/time';
import { isEmailAddress } from '@countersign/forms/attributes';
import {
  type Account,
  type ApiKey,
  availableCapabilities,
  CAPABILITIES,
  type Caller,
  type Capability,
  type User,
} from './account.ts';
import { API_KEY_LENGTH, newApiKey } from './api-keys.ts';
import { findCaller, findCallersAccount, requireManager } from './callers.ts';
import type { IdentityDeps } from './deps.ts';
import { refuseProblems } from './errors.ts';
import { recordEvent } from './events.ts';
import { checkPassword, hashPassword } from './password-hash.ts';
import { findOrCreatePerson } from './people.ts';
import type { Person } from './person.ts';
import type { IdentityStores } from './ports.ts';

const NEW_BRAND = { color: null, language: DEFAULT_LANGUAGE, senderName: null, logoId: null } as const;

const NEW_STATUS = { status: 'active', statusChangedAt: null } as const;

interface NewAccount {
  readonly account: Account;
  readonly user: User;
  readonly apiKey: ApiKey;
}

/** Derives names for an account and its first user until others are chosen. Signees see both. */
export function namesFromAddress(emailAddress: string): { readonly name: string; readonly fullName: string } {
  const [, fullName = emailAddress, name = emailAddress] = /^(.+)@(.+)$/.exec(emailAddress) ?? [];
  return { name, fullName };
}

export function newAccount(
  { ids, clock }: Pick<IdentityDeps, 'ids' | 'clock'>,
  facts: Pick<User, 'fullName' | 'emailAddress'> & {
    readonly name: string;
    readonly capabilities: readonly Capability[];
    readonly timeZone?: string | undefined;
  },
  key: { readonly name: string; readonly secret: string },
): NewAccount {
  const { name, capabilities, timeZone = DEFAULT_TIME_ZONE, fullName, emailAddress } = facts;
  const createdAt = clock.now();
  const accountId = ids.uuid();
  const user: User = {
    userId: ids.uuid(),
    accountId,
    personId: null,
    role: 'owner',
    status: 'active',
    fullName,
    emailAddress,
    language: DEFAULT_LANGUAGE,
    isLanguageChosen: false,
    timeZone: null,
    createdAt,
  };
  return {
    account: { accountId, name, capabilities, limits: {}, timeZone, ...NEW_BRAND, createdAt, ...NEW_STATUS },
    user,
    apiKey: newApiKey(user, key.name, key.secret, { apiKeyId: ids.uuid(), createdAt }),
  };
}

/** Inserts an account whose owner may be a known person. */
export async function insertNewAccount(
  deps: Pick<IdentityDeps, 'ids' | 'clock'>,
  stores: Pick<IdentityStores, 'accounts' | 'people'>,
  { account, user, apiKey }: NewAccount,
): Promise<Person> {
  const person = await findOrCreatePerson(deps, stores, user.emailAddress);
  await stores.accounts.insertAccount(account);
  await stores.accounts.insertUser({ ...user, personId: person.personId });
  await stores.accounts.insertApiKey(apiKey);
  return person;
}

export interface FirstAccountCommand {
  /** The default is the domain of the address. */
  readonly name?: string | undefined;
  /** The default is the part of the address before the `@`. */
  readonly fullName?: string | undefined;
  readonly emailAddress: string;
  readonly password: string;
  readonly apiKey: string;
  readonly capabilities: readonly Capability[];
  /** IANA name; the default is UTC. */
  readonly timeZone?: string | undefined;
}

/** Creates the first account, and does nothing if there is one. */
async function createFirstAccount(deps: IdentityDeps, command: FirstAccountCommand): Promise<void> {
  const { emailAddress, capabilities, timeZone, apiKey } = command;
  const names = namesFromAddress(emailAddress);
  const { name = names.name, fullName = names.fullName } = command;
  refuseProblems(checkCommand({ ...command, name, fullName }));
  if (await deps.database.read.accounts.hasAnyAccount()) return;
  const passwordHash = await hashPassword(command.password, deps.passwordCosts);
  const rows = newAccount(
    deps,
    {
      name,
      fullName,
      emailAddress,
      capabilities,
      timeZone,
    },
    { name: 'First key', secret: apiKey },
  );
  await deps.database.transact(async (stores) => {
    if (await stores.accounts.hasAnyAccount()) return;
    const person = await insertNewAccount(deps, stores, rows);
    await stores.people.update({ ...person, passwordHash });
  });
}

type NamedCommand = FirstAccountCommand & Readonly<Record<'name' | 'fullName', string>>;

function checkCommand(command: NamedCommand): readonly Problem<'invalid_request'>[] {
  return [
    ...checkLine('name', command.name, NAME_LENGTH),
    ...checkLine('fullName', command.fullName, NAME_LENGTH),
    ...(isEmailAddress(command.emailAddress) ? [] : [invalid('emailAddress', 'email')]),
    ...checkPassword('password', command.password, command.emailAddress),
    ...checkLength('apiKey', command.apiKey, API_KEY_LENGTH),
  ];
}

function getAccount({ database }: IdentityDeps, caller: Caller): Promise<Account> {
  return findCallersAccount(database.read, caller);
}

export interface AccountChanges {
  readonly name?: string | undefined;
  /** IANA name of the time zone. */
  readonly timeZone?: string | undefined;
  /** Null chooses the color of the service. */
  readonly color?: string | null | undefined;
  readonly language?: Language | undefined;
  /** Null shows the owner of each document and the account. */
  readonly senderName?: string | null | undefined;
}

/**
 * Changes the account, except for absent members. Throws `role_missing` unless the caller is an owner or
 * admin.
 */
function updateAccount(
  deps: IdentityDeps,
  caller: Caller,
  { name, timeZone, color, language, senderName }: AccountChanges,
): Promise<Account> {
  refuseProblems([
    ...(name === undefined ? [] : checkLine('name', name, NAME_LENGTH)),
    ...(timeZone === undefined || isTimeZone(timeZone) ? [] : [invalid('timeZone', 'invalid')]),
    ...(color === undefined || color === null || isReadableColor(color) ? [] : [invalid('color', 'color')]),
    ...(senderName === undefined || senderName === null
      ? []
      : checkLine('senderName', senderName, NAME_LENGTH)),
  ]);
  return deps.database.transact(async (stores) => {
    await stores.accounts.lockAccount(caller.accountId);
    await requireManager(stores, caller);
    const account = await findCallersAccount(stores, caller);
    const changed = {
      ...account,
      name: name ?? account.name,
      timeZone: timeZone ?? account.timeZone,
      color: color === undefined ? account.color : color,
      language: language ?? account.language,
      senderName: senderName === undefined ? account.senderName : senderName,
    };
    await stores.accounts.updateAccount(changed);
    await recordEvent(deps, stores, caller, {
      type: 'account.changed',
      subjectId: account.accountId,
      details: {
        name: changed.name,
        timeZone: changed.timeZone,
        color: changed.color ?? '',
        language: changed.language,
        senderName: changed.senderName ?? '',
      },
    });
    return changed;
  });
}

/** Returns the capabilities that the account has and this service provides. */
async function getCapabilities(
  { database, providers }: IdentityDeps,
  caller: Caller,
): Promise<Readonly<Record<Capability, boolean>>> {
  const available = availableCapabilities(await findCallersAccount(database.read, caller), providers);
  return Object.fromEntries(CAPABILITIES.map((name) => [name, available.includes(name)])) as Record<
    Capability,
    boolean
  >;
}

async function getCallersUser({ database }: IdentityDeps, caller: Caller) {
  const [user, account] = await Promise.all([
    findCaller(database.read, caller),
    findCallersAccount(database.read, caller),
  ]);
  return { user, account };
}

export const accountOperations = {
  createFirst: createFirstAccount,
  get: getAccount,
  update: updateAccount,
  getCapabilities,
};

export const callerOperations = { me: getCallersUser };
