import type { Engine } from '../postgres/index.ts';

/**
 * Gives jobs back that a killed process was working on. Only when this process is the only one: what looks active then
 * belongs to a dead one. Otherwise the heartbeat finds them. The attempt stays counted, so that a job which kills its
 * process every time does not do so for ever. Resolves with how many.
 */
export async function releaseAbandonedJobs(engine: Engine): Promise<number> {
  if (!engine.openedAlone) return 0;
  const { rows } = await engine.execute(
    `UPDATE ${engine.jobsSchema}.job SET state = 'retry', start_after = now(), heartbeat_on = NULL
      WHERE state = 'active' AND retry_count < retry_limit RETURNING id`,
  );
  return rows.length;
}
