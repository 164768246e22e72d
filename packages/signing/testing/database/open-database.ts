import type { Database } from '../../ports/database.ts';

/** The database under test; opened by then. */
export type OpenDatabase = () => Database;
