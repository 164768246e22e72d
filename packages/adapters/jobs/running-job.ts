import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { QueuedJob } from '@countersign/identity';

const runningJobs = new AsyncLocalStorage<string>();

/** The id stays the same when the job is tried again. */
export function runAsJob<T>(jobId: string, work: () => Promise<T>): Promise<T> {
  return runningJobs.run(jobId, work);
}

/**
 * The queue takes an id once, so a job that is tried again after it enqueued its follower does not start a
 * second chain. Empty outside jobs.
 */
export function identifyFollowingJob(job: QueuedJob): { readonly id?: string } {
  const parentId = runningJobs.getStore();
  if (parentId === undefined) return {};
  const hash = createHash('sha256')
    .update(`${parentId} ${JSON.stringify(job)}`)
    .digest('hex');
  // RFC 9562 version 8.
  const [, first, second, third, fourth, fifth] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hash) ?? [];
  return { id: `${first}-${second}-8${third}-8${fourth}-${fifth}` };
}
