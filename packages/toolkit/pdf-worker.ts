/** Entry point of a PDF thread: looks the task up, runs it, wraps the outcome. */
import { workerData } from 'node:worker_threads';
import { sendThrough } from './network-line.ts';
import type { Outcome } from './outcome.ts';
import { performTask, type TaskCall, type TaskContext, taskTable } from './tasks.ts';
import { answerWith, type ThreadAnswer } from './thread-answer.ts';

const context: TaskContext = workerData;

/** What the pool calls for each task; never throws. */
export default (call: TaskCall): Promise<ThreadAnswer> => answerWith(perform(call));

async function perform(call: TaskCall): Promise<Outcome> {
  const { network } = call;
  if (network === undefined) return performTask(taskTable, call, context);
  try {
    return await performTask(taskTable, call, { ...context, send: sendThrough(network) });
  } finally {
    network.close();
  }
}
