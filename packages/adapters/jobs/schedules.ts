import { JOB_NAMES, JOBS } from '@countersign/signing';
import type { PgBoss } from 'pg-boss';

/** Puts every job that has a schedule on it, and takes away schedules that no job has any more. */
export async function updateSchedules(boss: PgBoss): Promise<void> {
  const scheduled = JOB_NAMES.flatMap((name) => {
    const { schedule } = JOBS[name];
    return schedule === undefined ? [] : [{ name, schedule }];
  });
  for (const { name, schedule } of scheduled) await boss.schedule(name, schedule, { name }, { tz: 'UTC' });
  const kept = new Set<string>(scheduled.map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!kept.has(name)) await boss.unschedule(name);
}
