import type { IdentityDatabase, IdentityReads, IdentityStores } from '../ports/database.ts';
import { emptyIdentityTables, type IdentityTables, memoryAccountStore } from './memory-accounts.ts';
import { MemoryTransactions } from './memory-transactions.ts';

/** Accounts, users and keys in memory. */
export class MemoryIdentity
  extends MemoryTransactions<IdentityTables, IdentityReads, IdentityStores>
  implements IdentityDatabase
{
  constructor() {
    super(emptyIdentityTables(), (tables) => ({ accounts: memoryAccountStore(tables) }));
  }
}
