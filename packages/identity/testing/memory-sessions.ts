import type { BrowserSession } from '../browser-session.ts';
import type { AccountEventStore, BrowserSessionStore } from '../ports.ts';
import type { IdentityTables } from './identity-tables.ts';
import { findRow, insertRow, replaceRow } from './memory-rows.ts';

export function memoryBrowserSessionStore(tables: () => IdentityTables): BrowserSessionStore {
  const removeWhere = (isRemoved: (session: BrowserSession) => boolean) => {
    const { browserSessions } = tables();
    tables().browserSessions = browserSessions.filter((session) => !isRemoved(session));
    return browserSessions.length - tables().browserSessions.length;
  };
  const isHeld = ({ userId, personId, accountId, connectionId }: BrowserSession) => {
    if (userId === null) return true;
    const { users, signOnConnections } = tables();
    const user = users.find((known) => known.userId === userId && known.personId === personId);
    if (user?.status !== 'active') return false;
    const connection = signOnConnections.find((known) => known.accountId === accountId);
    if (connectionId !== null) return connection?.connectionId === connectionId;
    return connection?.isRequired !== true || user.role === 'owner';
  };
  return {
    findByHash: async (idHash) =>
      findRow(tables().browserSessions, (session) => session.idHash === idHash && isHeld(session)),
    listForPerson: async (personId) =>
      structuredClone(
        tables()
          .browserSessions.filter((session) => session.personId === personId)
          .toSorted((first, second) => second.lastUsedAt.getTime() - first.lastUsedAt.getTime()),
      ),
    lock: async (sessionId) =>
      findRow(tables().browserSessions, (session) => session.sessionId === sessionId && isHeld(session)),
    insert: async (session) => insertRow(tables().browserSessions, session, 'sessionId'),
    replace: async (idHash, session) => {
      const isThere = tables().browserSessions.some(
        (known) => known.sessionId === session.sessionId && known.idHash === idHash,
      );
      if (isThere) replaceRow(tables().browserSessions, session, 'sessionId');
      return isThere;
    },
    touch: async (idHash, lastUsedAt) => {
      const session = findRow(tables().browserSessions, (known) => known.idHash === idHash);
      if (session !== null) replaceRow(tables().browserSessions, { ...session, lastUsedAt }, 'sessionId');
    },
    remove: async (sessionId) => void removeWhere((session) => session.sessionId === sessionId),
    removeOfPerson: async (personId, exceptSessionId) =>
      removeWhere((session) => session.personId === personId && session.sessionId !== exceptSessionId),
    removeExpired: async (now, usedBefore) =>
      removeWhere(({ expiresAt, lastUsedAt }) => expiresAt <= now || lastUsedAt <= usedBefore),
  };
}

export function memoryAccountEventStore(tables: () => IdentityTables): AccountEventStore {
  return {
    append: async (event) => insertRow(tables().accountEvents, event, 'eventId'),
    list: async (accountId, { limit, offset, before }) => {
      const events = tables()
        .accountEvents.filter((event) => event.accountId === accountId)
        .toReversed();
      const first = offset + events.findIndex(({ eventId }) => eventId === before) + 1;
      return structuredClone(events.slice(first, first + limit));
    },
    hasSignedIn: async (userIds, address, since) =>
      tables().accountEvents.some(
        (event) =>
          event.type === 'session.started' &&
          userIds.includes(event.userId ?? '') &&
          event.address === address &&
          event.date > since,
      ),
    removeBefore: async (date) => {
      const { accountEvents } = tables();
      tables().accountEvents = accountEvents.filter((event) => event.date >= date);
      return accountEvents.length - tables().accountEvents.length;
    },
  };
}
