import type { JobDefinition, JobSettings } from './define-job.ts';

/** A job as the queue holds it, with data of its kind beside the name. */
export interface QueuedJob {
  readonly name: string;
}

/** Jobs with their ports. Each package has its own; the server combines them for the queue. */
export interface JobRunner<Job extends QueuedJob = QueuedJob> {
  readonly settings: Readonly<Record<string, JobSettings>>;
  /** A rejection means: try again later. */
  run(job: Job): Promise<void>;
  /** Records what it means that every attempt failed, for jobs that something depends on. */
  giveUp(job: Job, code?: string | null): Promise<void>;
}

export function createJobRunner<Deps, Job extends QueuedJob>(
  deps: Deps,
  definitions: { readonly [Name in Job['name']]: JobDefinition<Deps, Extract<Job, { name: Name }>> },
): JobRunner<Job> {
  // The name of a job decides its data; TypeScript cannot follow that through the table.
  const find = (job: Job) => definitions[job.name as Job['name']] as JobDefinition<Deps, Job>;
  return {
    settings: definitions,
    run: (job) => find(job).run(deps, job),
    giveUp: async (job, code = null) => find(job).onGiveUp?.(deps, job, code),
  };
}

/** The names of the jobs must differ. */
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
