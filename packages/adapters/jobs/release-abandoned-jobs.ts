import type { Engine } from '../postgres/index.ts';

/**
 * If this process is the only one; otherwise the heartbeat does. The attempt counts, so a job that kills its
 * process ends. Resolves with the number.
 */
export async function releaseAbandonedJobs(engine: Engine): Promise<number> {
  if (!engine.openedAlone) return 0;
  const { rows } = await engine.execute(
    `UPDATE ${engine.jobsSchema}.job SET state = 'retry', start_after = now(), heartbeat_on = NULL
      WHERE state = 'active' AND retry_count < retry_limit RETURNING id`,
  );
  return rows.length;
}
