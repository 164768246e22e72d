import type { Contender } from '../peers/contenders.ts';
import type { JobName, Task } from '../peers/task.ts';
import type { Spent } from '../take-turns.ts';

/** What a contender's process is started with. */
export interface ContenderWork {
  readonly contender: Contender;
  readonly job: JobName;
  readonly task: Task;
}

/** What it says after a turn: medians and the last answer of a job that reads, or why it failed. */
export type TurnReport =
  | { readonly spent: Spent; readonly answer?: string; readonly problem?: undefined }
  | { readonly problem: string };
