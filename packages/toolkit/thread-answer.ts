import { getHeapStatistics } from 'node:v8';
import type { Outcome } from './outcome.ts';

/** What a thread answers to a task. */
export interface ThreadAnswer {
  readonly outcome: Outcome;
  /** Bytes of JavaScript heap in use on the thread, rubbish that was not collected yet included. */
  readonly heapBytes: number;
}

/** The answer of this thread, once the task has ended. */
export async function answerWith(outcome: Promise<Outcome>): Promise<ThreadAnswer> {
  return { outcome: await outcome, heapBytes: getHeapStatistics().used_heap_size };
}
