import type { PgBoss } from 'pg-boss';
import type { JobTable } from './queues.ts';

/** Also removes obsolete ones. */
export async function updateSchedules(boss: PgBoss, jobs: JobTable): Promise<void> {
  const scheduled = Object.entries(jobs).flatMap(([name, { schedule }]) =>
    schedule === undefined ? [] : [{ name, schedule }],
  );
  for (const { name, schedule } of scheduled) await boss.schedule(name, schedule, { name }, { tz: 'UTC' });
  const kept = new Set(scheduled.map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!kept.has(name)) await boss.unschedule(name);
}
