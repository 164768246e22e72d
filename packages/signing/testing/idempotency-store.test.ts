import { idempotencyStoreContract } from './idempotency-store.contract.ts';
import { createIdempotencyStoreMemory } from './idempotency-store-memory.ts';
import { MemoryDatabase } from './memory-database.ts';

idempotencyStoreContract(async () => ({
  store: createIdempotencyStoreMemory(),
  commit: () => new MemoryDatabase().transact(() => Promise.resolve()),
  close: () => Promise.resolve(),
}));
