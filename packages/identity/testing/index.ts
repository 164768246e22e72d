export { accountTests } from './account-tests.ts';
export { BUILT_AT, buildAccount, buildApiKey, buildUser } from './builders.ts';
export { emptyIdentityTables, type IdentityTables, memoryAccountStore } from './memory-accounts.ts';
export { MemoryIdentity } from './memory-identity.ts';
export { findRow, insertRow, replaceRow } from './memory-rows.ts';
export { MemoryTransactions } from './memory-transactions.ts';
