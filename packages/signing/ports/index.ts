export type * from './blob-store.ts';
export { BlobMissing, BlobsUnavailable, BlobTooLarge } from './blob-store.ts';
export type * from './clock.ts';
export type * from './database.ts';
export { DatabaseUnavailable } from './database.ts';
export type * from './message-writer.ts';
export type * from './notifier.ts';
export type * from './pdf-toolkit.ts';
export type * from './webhook-sender.ts';
