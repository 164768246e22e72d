/**
 * PGlite has no background processes: without vacuum, finished jobs accumulate; without checkpoints, the
 * write-ahead log grows.
 */
import type { Mutex } from './mutex.ts';
import type { PgliteClient } from './pglite-client.ts';

const UPKEEP_EVERY_MS = 10 * 60_000;

export interface Upkeep {
  stop(): void;
}

/** Every ten minutes; it takes milliseconds. */
export function startUpkeep(client: PgliteClient, mutex: Mutex): Upkeep {
  const timer = setInterval(() => {
    // The service's own statements fail too.
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
