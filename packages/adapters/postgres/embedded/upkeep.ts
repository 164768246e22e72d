/**
 * PGlite runs without PostgreSQL's background processes: nobody vacuums, so that rows of finished jobs would pile up, and
 * nobody checkpoints, so that the write-ahead log would grow and a start after a crash would replay all of it.
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
    // A failure shows in the statements of the service too; there is nobody here to tell.
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
