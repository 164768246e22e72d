import { newApiKey } from '../api-keys/new-api-key.ts';
import type { IdentityDeps } from '../create-identity.ts';
import type { AccountStore } from '../ports/database.ts';
import type { Account, ApiKey, Capability, User } from './account.ts';
import { DEFAULT_LANGUAGE } from './language.ts';
import { DEFAULT_TIME_ZONE } from './time-zone.ts';

interface NewAccount {
  readonly account: Account;
  /** The owner. */
  readonly user: User;
  readonly apiKey: ApiKey;
}

export function newAccount(
  { ids, clock }: Pick<IdentityDeps, 'ids' | 'clock'>,
  facts: Pick<User, 'fullName' | 'emailAddress' | 'passwordHash'> & {
    readonly name: string;
    readonly capabilities: readonly Capability[];
    readonly timeZone?: string;
  },
  key: { readonly name: string; readonly secret: string },
): NewAccount {
  const { name, capabilities, timeZone = DEFAULT_TIME_ZONE, fullName, emailAddress, passwordHash } = facts;
  const createdAt = clock.now();
  const accountId = ids.uuid();
  const user: User = {
    userId: ids.uuid(),
    accountId,
    role: 'owner',
    status: 'active',
    fullName,
    emailAddress,
    language: DEFAULT_LANGUAGE,
    passwordHash,
    createdAt,
  };
  return {
    account: { accountId, name, capabilities, timeZone, createdAt },
    user,
    apiKey: newApiKey(user, key.name, key.secret, { apiKeyId: ids.uuid(), createdAt }),
  };
}

export async function insertNewAccount(
  accounts: AccountStore,
  { account, user, apiKey }: NewAccount,
): Promise<void> {
  await accounts.insertAccount(account);
  await accounts.insertUser(user);
  await accounts.insertApiKey(apiKey);
}
