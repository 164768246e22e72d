import type { Dialect } from 'kysely';

/** The embedded database or a server. */
export interface Engine {
  readonly kind: 'embedded' | 'server';
  readonly dialect: Dialect;
  readonly schema: string;
  /** Of the job queue. */
  readonly jobsSchema: string;
  /**
   * Outside transactions: one statement with values, or a script. A failed script leaves no transaction open.
   */
  execute(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** No other process creates or changes the schema meanwhile. */
  migrateAlone<T>(work: () => Promise<T>): Promise<T>;
  /** At the start. */
  readonly openedAlone: boolean;
  close(): Promise<void>;
}
