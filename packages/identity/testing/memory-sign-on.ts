import type { SignOnStore } from '../single-sign-on/connection.ts';
import { type SignOnDeps, SignOnFault } from '../single-sign-on/provider.ts';
import type { IdentityTables } from './identity-tables.ts';
import { findRow, insertRow, replaceRow } from './memory-rows.ts';

export function memorySignOnStore(tables: () => IdentityTables): SignOnStore {
  return {
    findConnection: async (connectionId) =>
      findRow(tables().signOnConnections, (known) => known.connectionId === connectionId),
    findConnectionOfAccount: async (accountId) =>
      findRow(tables().signOnConnections, (known) => known.accountId === accountId),
    findConnectionByScimToken: async (tokenHash) =>
      findRow(tables().signOnConnections, (known) => known.scimTokenHash === tokenHash),
    listDomains: async (accountId) =>
      structuredClone(
        tables()
          .signOnDomains.filter((known) => known.accountId === accountId)
          .toSorted((first, second) => (first.domain < second.domain ? -1 : 1)),
      ),
    findVerifiedDomain: async (domain) =>
      findRow(tables().signOnDomains, (known) => known.domain === domain && known.verifiedAt !== null),
    findLink: async (realm, subject) =>
      findRow(tables().signOnLinks, (known) => known.realm === realm && known.subject === subject),
    findLinkOfPerson: async (realm, personId) =>
      findRow(tables().signOnLinks, (known) => known.realm === realm && known.personId === personId),
    insertConnection: async (connection) => insertRow(tables().signOnConnections, connection, 'accountId'),
    updateConnection: async (connection) =>
      replaceRow(tables().signOnConnections, connection, 'connectionId'),
    removeConnection: async (connectionId) => {
      const { signOnConnections, signOnAttempts, signOnLinks } = tables();
      tables().signOnConnections = signOnConnections.filter((known) => known.connectionId !== connectionId);
      tables().signOnAttempts = signOnAttempts.filter((known) => known.connectionId !== connectionId);
      tables().signOnLinks = signOnLinks.filter((known) => known.realm !== connectionId);
    },
    saveDomain: async (domain) => {
      const isTaken = tables().signOnDomains.some(
        (known) =>
          known.domain === domain.domain &&
          known.accountId !== domain.accountId &&
          known.verifiedAt !== null &&
          domain.verifiedAt !== null,
      );
      if (isTaken) throw new Error('another account verified the domain');
      removeDomain(tables(), domain.accountId, domain.domain);
      tables().signOnDomains.push(structuredClone(domain));
    },
    removeDomain: async (accountId, domain) => removeDomain(tables(), accountId, domain),
    lockDomain: async () => undefined,
    insertAttempt: async (attempt) => insertRow(tables().signOnAttempts, attempt, 'stateHash'),
    takeAttempt: async (stateHash, browserHash) => {
      const isTaken = (known: { readonly stateHash: string; readonly browserHash: string }) =>
        known.stateHash === stateHash && known.browserHash === browserHash;
      const found = findRow(tables().signOnAttempts, isTaken);
      tables().signOnAttempts = tables().signOnAttempts.filter((known) => !isTaken(known));
      return found;
    },
    insertLink: async (link) => {
      const isTaken = tables().signOnLinks.some(
        ({ realm, subject, personId }) =>
          realm === link.realm && (subject === link.subject || personId === link.personId),
      );
      if (isTaken) throw new Error('the subject or person has a link');
      tables().signOnLinks.push(structuredClone(link));
    },
    removeLinksOfUser: async (userId) => {
      tables().signOnLinks = tables().signOnLinks.filter((known) => known.userId !== userId);
    },
    listDirectory: async (accountId, { filter, limit, offset }) => {
      const { externalIds } = tables();
      const all = tables()
        .users.filter((user) => user.accountId === accountId)
        .map((user) => {
          const { externalId = null } = externalIds.find(({ userId }) => userId === user.userId) ?? {};
          return { ...user, externalId };
        });
      const found = all.filter((user) => {
        if (filter === undefined) return true;
        const { attribute, value } = filter;
        if (attribute !== 'emailAddress') return user[attribute] === value;
        return user.emailAddress.toLowerCase() === value.toLowerCase();
      });
      return { users: structuredClone(found.slice(offset, offset + limit)), total: found.length };
    },
    saveExternalId: async (userId, externalId) => {
      tables().externalIds = tables().externalIds.filter((known) => known.userId !== userId);
      if (externalId !== null) tables().externalIds.push({ userId, externalId });
    },
    removeExpired: async (now) => {
      const { signOnAttempts } = tables();
      tables().signOnAttempts = signOnAttempts.filter(({ expiresAt }) => expiresAt > now);
      return signOnAttempts.length - tables().signOnAttempts.length;
    },
  };
}

function removeDomain(tables: IdentityTables, accountId: string, domain: string): void {
  tables.signOnDomains = tables.signOnDomains.filter(
    (known) => known.accountId !== accountId || known.domain !== domain,
  );
}

const refuse = async () => {
  throw new SignOnFault('unavailable', 'none');
};

/** No provider responds, and the service has none. */
export const NO_SIGN_ON: SignOnDeps = {
  provider: { begin: refuse, complete: refuse, findSignOutUrl: refuse, check: refuse },
  readTxtRecords: async () => [],
};
