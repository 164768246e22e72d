import type { Dialect } from 'kysely';

/** The differences between the embedded database and a server. */
export interface Engine {
  readonly kind: 'embedded' | 'server';
  readonly dialect: Dialect;
  /** The schema of the tables. */
  readonly schema: string;
  /** The schema of the job queue. */
  readonly jobsSchema: string;
  /**
   * Runs SQL outside transactions: one statement with values, or a script. A failed script leaves no transaction
   * open.
   */
  execute(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** Runs `work` while no other process creates or changes the schema. */
  migrateAlone<T>(work: () => Promise<T>): Promise<T>;
  /** True if no other process had this database open at the start. */
  readonly openedAlone: boolean;
  close(): Promise<void>;
}
