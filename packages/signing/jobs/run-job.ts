import type { SigningDeps } from '../signing.ts';
import type { Job, JobName } from './job.ts';
import { JOBS } from './registry.ts';

/** Runs any job. A rejection means: try again later. */
export async function runJob<Name extends JobName>(deps: SigningDeps, job: Job<Name>): Promise<void> {
  await JOBS[job.name].run(deps, job);
}

/** Records what it means that every attempt failed, for jobs that something depends on. */
export async function giveUpJob<Name extends JobName>(
  deps: SigningDeps,
  job: Job<Name>,
  code: string | null = null,
): Promise<void> {
  await JOBS[job.name].onGiveUp?.(deps, job, code);
}
