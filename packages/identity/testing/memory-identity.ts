import type { IdentityJob } from '../jobs/job.ts';
import type { IdentityDatabase, IdentityReads, IdentityStores } from '../ports/database.ts';
import { emptyIdentityTables, type IdentityTables, memoryAccountStore } from './memory-accounts.ts';
import { MemoryTransactions } from './memory-transactions.ts';

/** Accounts, users and keys in memory. */
export class MemoryIdentity
  extends MemoryTransactions<IdentityTables & { jobs: IdentityJob[] }, IdentityReads, IdentityStores>
  implements IdentityDatabase
{
  constructor() {
    super({ ...emptyIdentityTables(), jobs: [] }, (tables) => ({
      accounts: memoryAccountStore(tables),
      jobs: { enqueue: async (job) => void tables().jobs.push(structuredClone(job)) },
    }));
  }

  /** Takes the enqueued jobs away, the oldest first. */
  takeJobs(): readonly IdentityJob[] {
    return this.tables.jobs.splice(0);
  }
}
