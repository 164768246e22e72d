export type { AdapterDatabase } from './adapter-database.ts';
export type { Engine } from './engine.ts';
export { type DatabaseLocation, type DatabaseOptions, openDatabase } from './open-database.ts';
export type { ServerLocation } from './server/open-server.ts';
export type { EnqueueJob } from './stores/job-store.ts';
export type { KeptMessage, MessageStore } from './stores/message-store.ts';
