import type { IdentityStores, ProgramAccess } from '../ports.ts';
import type { IdentityTables } from './identity-tables.ts';
import { memoryAccountStore } from './memory-accounts.ts';
import { memoryPersonStore } from './memory-people.ts';
import { memoryAccountEventStore, memoryBrowserSessionStore } from './memory-sessions.ts';
import { memorySignOnStore } from './memory-sign-on.ts';

/** All but that of jobs. */
export function memoryIdentityStores(tables: () => IdentityTables): Omit<IdentityStores, 'jobs'> {
  return {
    accounts: memoryAccountStore(tables),
    people: memoryPersonStore(tables),
    browserSessions: memoryBrowserSessionStore(tables),
    accountEvents: memoryAccountEventStore(tables),
    signOn: memorySignOnStore(tables),
    programAccess: {
      endOfUsers: async (userIds) => {
        const { programAccess } = tables();
        const isEnded = ({ userId }: ProgramAccess) => userIds.includes(userId);
        tables().programAccess = programAccess.filter((access) => !isEnded(access));
        return structuredClone(programAccess.filter(isEnded));
      },
      lock: async (userId, clientId) =>
        tables().programAccess.some((access) => access.userId === userId && access.clientId === clientId),
    },
  };
}
