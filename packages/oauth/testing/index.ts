export { type AccessTokenStoreSetup, describeAccessTokenStore } from './access-token-store.contract.ts';
export { createAccessTokenStoreMemory } from './access-token-store-memory.ts';
