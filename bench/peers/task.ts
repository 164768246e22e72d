export type JobName = 'open' | 'fields' | 'boxes' | 'prefill' | 'strip' | 'merge' | 'rewrite' | 'seal';

/** What a contender is given: paths. */
export interface Task {
  /** One file; several to merge. */
  readonly inputs: readonly string[];
  /** Where jobs that write put their file. */
  readonly output: string;
}

/** Does the whole job once, from disk to disk. A job that reads gives an answer that is compared with the others'. */
export type Job = (task: Task) => Promise<string | undefined>;

/** What a contender can do. */
export type Jobs = Partial<Readonly<Record<JobName, Job>>>;

/** The file of a job that takes one. */
export function inputOf({ inputs }: Task): string {
  const [input] = inputs;
  if (input === undefined) throw new Error('the task has no input');
  return input;
}
