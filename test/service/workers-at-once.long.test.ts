import { anyDatabase, databaseKinds } from './start-service.ts';
import { defineWorkersAtOnce } from './workers-at-once.contract.ts';

defineWorkersAtOnce(databaseKinds.filter(({ kind }) => kind !== anyDatabase));
