import type { Contender } from '../peers/contenders.ts';
import type { JobName, Task } from '../peers/task.ts';
import type { Spent } from '../take-turns.ts';

export interface ContenderWork {
  readonly contender: Contender;
  readonly job: JobName;
  readonly task: Task;
}

/** The report of a turn: medians and the last answer, or the error. */
export type TurnReport =
  | { readonly spent: Spent; readonly answer?: string; readonly problem?: undefined }
  | { readonly problem: string };
