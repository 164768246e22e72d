import { newApiKey } from '../api-keys/new-api-key.ts';
import type { IdentityDeps } from '../create-identity.ts';
import { findOrCreatePerson } from '../people/find-or-create-person.ts';
import type { Person } from '../people/person.ts';
import type { IdentityStores } from '../ports/database.ts';
import type { Account, ApiKey, Capability, User } from './account.ts';
import { DEFAULT_LANGUAGE } from './language.ts';
import { DEFAULT_TIME_ZONE } from './time-zone.ts';

const NEW_BRAND = { color: null, language: DEFAULT_LANGUAGE, senderName: null, logoId: null } as const;

interface NewAccount {
  readonly account: Account;
  readonly user: User;
  readonly apiKey: ApiKey;
}

/** Until other ones are chosen. Signees see both. */
export function namesFromAddress(emailAddress: string): { readonly name: string; readonly fullName: string } {
  const [, fullName = emailAddress, name = emailAddress] = /^(.+)@(.+)$/.exec(emailAddress) ?? [];
  return { name, fullName };
}

export function newAccount(
  { ids, clock }: Pick<IdentityDeps, 'ids' | 'clock'>,
  facts: Pick<User, 'fullName' | 'emailAddress'> & {
    readonly name: string;
    readonly capabilities: readonly Capability[];
    readonly timeZone?: string;
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
    account: { accountId, name, capabilities, timeZone, ...NEW_BRAND, createdAt },
    user,
    apiKey: newApiKey(user, key.name, key.secret, { apiKeyId: ids.uuid(), createdAt }),
  };
}

/** Of a new or known person. */
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
