import type { Account, ApiKey, User } from '../accounts/account.ts';
import type { AccountStore } from '../ports/database.ts';
import { findRow, insertRow, replaceRow } from './memory-rows.ts';

export interface IdentityTables {
  accounts: Account[];
  users: User[];
  apiKeys: ApiKey[];
}

export function emptyIdentityTables(): IdentityTables {
  return { accounts: [], users: [], apiKeys: [] };
}

/** Accounts over plain arrays. */
export function memoryAccountStore(tables: () => IdentityTables): AccountStore {
  return {
    insertAccount: async (account) => insertRow(tables().accounts, account, 'accountId'),
    insertUser: async (user) => insertRow(tables().users, user, 'userId'),
    insertApiKey: async (key) => insertRow(tables().apiKeys, key, 'apiKeyId'),
    updateAccount: async (account) => replaceRow(tables().accounts, account, 'accountId'),
    updateUser: async (user) => replaceRow(tables().users, user, 'userId'),
    removeApiKey: async (apiKeyId) => {
      tables().apiKeys = tables().apiKeys.filter((key) => key.apiKeyId !== apiKeyId);
    },
    markApiKeyUsed: async (apiKeyId, lastUsedAt) => {
      const key = findRow(tables().apiKeys, (known) => known.apiKeyId === apiKeyId);
      if (key !== null) replaceRow(tables().apiKeys, { ...key, lastUsedAt }, 'apiKeyId');
    },
    listUsers: async (accountId) =>
      structuredClone(tables().users.filter((user) => user.accountId === accountId)),
    listApiKeys: async (accountId) =>
      structuredClone(tables().apiKeys.filter((key) => key.accountId === accountId)),
    lockAccount: async () => undefined,
    findAccount: async (accountId) =>
      findRow(tables().accounts, (account) => account.accountId === accountId),
    findUser: async (userId) => findRow(tables().users, (user) => user.userId === userId),
    findUserByEmail: async (emailAddress) =>
      findRow(tables().users, (user) => user.emailAddress.toLowerCase() === emailAddress.toLowerCase()),
    findApiKeyByHash: async (keyHash) => findRow(tables().apiKeys, (key) => key.keyHash === keyHash),
    hasAnyAccount: async () => tables().accounts.length > 0,
  };
}
