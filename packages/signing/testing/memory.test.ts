import { blobStoreContract } from './blob-store.contract.ts';
import { databaseContract } from './database.contract.ts';
import { MemoryBlobs } from './memory-blobs.ts';
import { MemoryDatabase } from './memory-database.ts';

databaseContract(async () => {
  const database = new MemoryDatabase();
  return { database, countJobs: async () => database.jobs.length, close: async () => undefined };
});

blobStoreContract(async () => {
  const blobs = new MemoryBlobs();
  return { blobs, close: () => blobs.close() };
});
