import { anyDatabase, databaseKinds } from './start-service.ts';
import { defineWorkersAtOnce } from './workers-at-once.contract.ts';

// On the other database: workers-at-once.long.test.ts.
defineWorkersAtOnce(databaseKinds.filter(({ kind }) => kind === anyDatabase));
