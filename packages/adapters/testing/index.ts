export { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
export { type RunningChild, runChild } from './run-child.ts';
export { type Conditions, type S3Server, startS3Server } from './s3-server.ts';
export { makeTemporaryDir } from './temporary-dir.ts';
export {
  dropTestDatabase,
  listTestDatabaseKinds,
  type TestDatabase,
  type TestDatabaseKind,
} from './test-database.ts';
