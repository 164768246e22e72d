import type { Database } from '../../ports/database.ts';

export type OpenDatabase = () => Database;
