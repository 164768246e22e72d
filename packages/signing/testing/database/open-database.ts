import type { Database } from '../../ports/database.ts';

/** The database under test, open. */
export type OpenDatabase = () => Database;
