import { getHeapStatistics } from 'node:v8';
import type { Outcome } from './outcome.ts';

export interface ThreadAnswer {
  readonly outcome: Outcome;
  /** On the thread, garbage included. */
  readonly heapBytes: number;
}

export async function buildThreadAnswer(outcome: Promise<Outcome>): Promise<ThreadAnswer> {
  return { outcome: await outcome, heapBytes: getHeapStatistics().used_heap_size };
}
