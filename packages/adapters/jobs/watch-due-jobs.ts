import type { PgBoss } from 'pg-boss';
import type { Engine } from '../postgres/index.ts';

const PAUSE_MS = 1_000;

/** By name of the job. */
export type Workers = ReadonlyMap<string, readonly string[]>;

export interface DueJobsWatch {
  stop(): Promise<void>;
}

export function nudge(boss: PgBoss, workers: Workers, name: string): void {
  for (const workerId of workers.get(name) ?? []) boss.notifyWorker(workerId);
}

/**
 * Retries, deferred jobs and jobs of other processes. Every worker looking for itself would be some forty
 * statements a second, a tenth of a core in the embedded database.
 */
export function watchDueJobs(
  boss: PgBoss,
  engine: Engine,
  workers: Workers,
  onError: (error: Error) => void,
): DueJobsWatch {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    try {
      for (const name of await listDueJobs(engine)) nudge(boss, workers, name);
    } catch (error) {
      onError(error as Error);
    }
    if (!isStopped) waitAndLook();
  };
  const waitAndLook = () => {
    timer = setTimeout(() => {
      looking = look();
    }, PAUSE_MS);
  };
  waitAndLook();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** Many waiting jobs of one name cost no more than one. */
async function listDueJobs(engine: Engine): Promise<readonly string[]> {
  const { rows } = await engine.execute(
    `SELECT name FROM ${engine.jobsSchema}.queue WHERE EXISTS (
      SELECT FROM ${engine.jobsSchema}.job
      WHERE job.name = queue.name AND state < 'active' AND NOT blocked AND start_after <= now())`,
  );
  return (rows as readonly { readonly name: string }[]).map(({ name }) => name);
}
