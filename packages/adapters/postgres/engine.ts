import type { Dialect } from 'kysely';

/** What differs between the embedded database and a server; everything above speaks SQL to either. */
export interface Engine {
  readonly kind: 'embedded' | 'server';
  readonly dialect: Dialect;
  /** The schema of the tables. */
  readonly schema: string;
  /** The schema of the job queue. */
  readonly jobsSchema: string;
  /**
   * Runs SQL outside every transaction: one statement with values, or a script of several without. A script that fails
   * leaves no transaction open.
   */
  execute(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** Runs `work` while no other process makes or changes tables or queues of the same schema. */
  migrateAlone<T>(work: () => Promise<T>): Promise<T>;
  /** True when no other process had this database open as it was opened: what looks busy was left by a dead one. */
  readonly openedAlone: boolean;
  close(): Promise<void>;
}
