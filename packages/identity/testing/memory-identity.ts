import type {
  IdentityDatabase,
  IdentityJob,
  IdentityReads,
  IdentityStores,
  ProgramAccess,
} from '../ports.ts';
import { emptyIdentityTables, type IdentityTables } from './identity-tables.ts';
import { memoryIdentityStores } from './memory-identity-stores.ts';
import { MemoryTransactions } from './memory-transactions.ts';

export class MemoryIdentity
  extends MemoryTransactions<IdentityTables & { jobs: IdentityJob[] }, IdentityReads, IdentityStores>
  implements IdentityDatabase
{
  constructor() {
    super({ ...emptyIdentityTables(), jobs: [] }, (tables) => ({
      ...memoryIdentityStores(tables),
      jobs: { enqueue: async (job) => void tables().jobs.push(structuredClone(job)) },
    }));
  }

  set programAccess(access: readonly ProgramAccess[]) {
    this.tables.programAccess = [...access];
  }

  get programAccess(): readonly ProgramAccess[] {
    return this.tables.programAccess;
  }

  /** Of all tables. */
  countRows(): number {
    return Object.values(this.tables).flat().length;
  }

  /** The oldest first. */
  takeJobs(): readonly IdentityJob[] {
    return this.tables.jobs.splice(0);
  }
}
