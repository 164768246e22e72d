export { type Jobs, type JobsOptions, openJobs } from './open-jobs.ts';
export type { WorkerHooks } from './start-workers.ts';
