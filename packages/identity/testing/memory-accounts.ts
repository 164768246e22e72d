import type { User } from '../account.ts';
import type { AccountStore } from '../ports.ts';
import type { IdentityTables } from './identity-tables.ts';
import { findRow, insertRow, replaceRow } from './memory-rows.ts';

export function memoryAccountStore(tables: () => IdentityTables): AccountStore {
  return {
    insertAccount: async (account) => insertRow(tables().accounts, account, 'accountId'),
    insertUser: async (user) => {
      refuseTakenAddress(tables().users, user);
      insertRow(tables().users, user, 'userId');
    },
    insertApiKey: async (key) => insertRow(tables().apiKeys, key, 'apiKeyId'),
    updateAccount: async (account) => replaceRow(tables().accounts, account, 'accountId'),
    insertLogo: async (logo) => insertRow(tables().logos, logo, 'logoId'),
    removeLogos: async (accountId) => {
      tables().logos = tables().logos.filter((logo) => logo.accountId !== accountId);
    },
    readLogo: async (logoId) => findRow(tables().logos, (logo) => logo.logoId === logoId)?.content ?? null,
    updateUser: async (user) => {
      refuseTakenAddress(tables().users, user);
      replaceRow(tables().users, user, 'userId');
    },
    removeInvitedUser: async (userId) => {
      const user = findRow(tables().users, (known) => known.userId === userId);
      if (user?.status !== 'invited') return;
      tables().users = tables().users.filter((known) => known.userId !== userId);
      removeInvitations(tables(), userId);
    },
    insertInvitation: async (invitation) => insertRow(tables().invitations, invitation, 'tokenHash'),
    removeInvitations: async (userId) => removeInvitations(tables(), userId),
    removeInvitationsBefore: async (date) => {
      const kept = tables().invitations.filter(({ expiresAt }) => expiresAt >= date);
      const removed = tables().invitations.length - kept.length;
      tables().invitations = kept;
      return removed;
    },
    lockEmailAddress: async () => undefined,
    findInvitation: async (tokenHash) =>
      findRow(tables().invitations, (invitation) => invitation.tokenHash === tokenHash),
    removeApiKey: async (apiKeyId) => {
      tables().apiKeys = tables().apiKeys.filter((key) => key.apiKeyId !== apiKeyId);
    },
    markApiKeyUsed: async (apiKeyId, lastUsedAt) => {
      const key = findRow(tables().apiKeys, (known) => known.apiKeyId === apiKeyId);
      if (key !== null) replaceRow(tables().apiKeys, { ...key, lastUsedAt }, 'apiKeyId');
    },
    findUserByAddress: async (accountId, emailAddress) =>
      findRow(tables().users, (user) => user.accountId === accountId && hasAddress(user, emailAddress)),
    countUsers: async (accountId, statuses, limit) =>
      tables()
        .users.filter((user) => user.accountId === accountId && statuses.includes(user.status))
        .slice(0, limit).length,
    hasActiveOwner: async (accountId) =>
      tables().users.some(
        (user) => user.accountId === accountId && user.role === 'owner' && user.status === 'active',
      ),
    listAccounts: async () => structuredClone(tables().accounts),
    findApiKey: async (apiKeyId) => findRow(tables().apiKeys, (key) => key.apiKeyId === apiKeyId),
    listUsers: async (accountId) =>
      structuredClone(tables().users.filter((user) => user.accountId === accountId)),
    listApiKeys: async (accountId) =>
      structuredClone(tables().apiKeys.filter((key) => key.accountId === accountId)),
    lockAccount: async () => undefined,
    findAccount: async (accountId) =>
      findRow(tables().accounts, (account) => account.accountId === accountId),
    findUser: async (userId) => findRow(tables().users, (user) => user.userId === userId),
    listUsersOfPerson: async (personId) =>
      structuredClone(tables().users.filter((user) => user.personId === personId)),
    findApiKeyByHash: async (keyHash) => findRow(tables().apiKeys, (key) => key.keyHash === keyHash),
    hasAnyAccount: async () => tables().accounts.length > 0,
  };
}

function removeInvitations(tables: IdentityTables, userId: string): void {
  tables.invitations = tables.invitations.filter((invitation) => invitation.userId !== userId);
}

/** As the unique index of the database. */
function refuseTakenAddress(users: readonly User[], user: User): void {
  const isTaken = users.some(
    (known) =>
      known.userId !== user.userId &&
      known.accountId === user.accountId &&
      hasAddress(known, user.emailAddress),
  );
  if (isTaken) throw new Error('a user with this address exists');
}

function hasAddress(user: User, emailAddress: string): boolean {
  return user.emailAddress.toLowerCase() === emailAddress.toLowerCase();
}
