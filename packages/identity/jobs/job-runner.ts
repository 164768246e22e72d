import type { JobDefinition, JobSettings } from './define-job.ts';

export interface QueuedJob {
  readonly name: string;
}

/** Jobs with their ports. */
export interface JobRunner<Job extends QueuedJob = QueuedJob> {
  readonly settings: Readonly<Record<string, JobSettings>>;
  /** A rejection is retried. */
  run(job: Job): Promise<void>;
  /** After every attempt, for jobs that others depend on. */
  giveUp(job: Job, code?: string | null): Promise<void>;
}

export function createJobRunner<Deps, Job extends QueuedJob>(
  deps: Deps,
  definitions: { readonly [Name in Job['name']]: JobDefinition<Deps, Extract<Job, { name: Name }>> },
): JobRunner<Job> {
  // TypeScript cannot infer the data from the name through the table.
  const find = (job: Job) => definitions[job.name as Job['name']] as JobDefinition<Deps, Job>;
  return {
    settings: definitions,
    run: (job) => find(job).run(deps, job),
    giveUp: async (job, code = null) => find(job).onGiveUp?.(deps, job, code),
  };
}

/** The names have to differ. */
export function combineJobRunners(runners: readonly JobRunner[]): JobRunner {
  const find = ({ name }: QueuedJob) => {
    const runner = runners.find(({ settings }) => Object.hasOwn(settings, name));
    if (runner === undefined) throw new Error(`unknown job: ${name}`);
    return runner;
  };
  return {
    settings: Object.assign({}, ...runners.map(({ settings }) => settings)),
    run: async (job) => find(job).run(job),
    giveUp: async (job, code) => find(job).giveUp(job, code),
  };
}
