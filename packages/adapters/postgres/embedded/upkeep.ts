/**
 * PGlite has no background processes of PostgreSQL: without vacuum, rows of finished jobs would accumulate;
 * without checkpoints the write-ahead log would grow, and a start after a crash would replay all of it.
 */
import type { Mutex } from './mutex.ts';
import type { PgliteClient } from './pglite-client.ts';

const UPKEEP_EVERY_MS = 10 * 60_000;

export interface Upkeep {
  stop(): void;
}

/** Every ten minutes, between other people's statements. */
export function startUpkeep(client: PgliteClient, mutex: Mutex): Upkeep {
  const timer = setInterval(() => {
    // A failure also appears in the statements of the service.
    keepUp(client, mutex).catch(() => undefined);
  }, UPKEEP_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** VACUUM may not run in a script, which is one transaction. */
export async function keepUp(client: PgliteClient, mutex: Mutex): Promise<void> {
  await mutex.runExclusive(() => client.query('VACUUM (ANALYZE)'));
  await mutex.runExclusive(() => client.query('CHECKPOINT'));
}
