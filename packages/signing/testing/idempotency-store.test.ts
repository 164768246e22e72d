import { idempotencyStoreContract } from './idempotency-store.contract.ts';
import { createIdempotencyStoreMemory } from './idempotency-store-memory.ts';

idempotencyStoreContract(async () => ({
  store: createIdempotencyStoreMemory(),
  close: () => Promise.resolve(),
}));
