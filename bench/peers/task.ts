export type JobName =
  | 'open'
  | 'fields'
  | 'boxes'
  | 'prefill'
  | 'add-fields'
  | 'strip'
  | 'merge'
  | 'rewrite'
  | 'seal'
  | 'text';

export interface Task {
  readonly inputs: readonly string[];
  readonly output: string;
}

/** Does the whole job, from disk to disk. Readers return an answer, which is compared. */
export type Job = (task: Task) => Promise<string | undefined>;

export type Jobs = Partial<Readonly<Record<JobName, Job>>>;

export function inputOf({ inputs }: Task): string {
  const [input] = inputs;
  if (input === undefined) throw new Error('the task has no input');
  return input;
}
