export { makeTemporaryDir } from './temporary-dir.ts';
export { listTestDatabaseKinds, type TestDatabase, type TestDatabaseKind } from './test-database.ts';
