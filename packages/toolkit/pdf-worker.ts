/** Entry point of a PDF thread: looks the task up, runs it, wraps the outcome. */
import { workerData } from 'node:worker_threads';
import type { RemoteKey } from '@countersign/seal';
import type { Outcome } from './outcome.ts';
import { reachOutside } from './outside-line.ts';
import { performTask, type TaskCall, type TaskContext, type ThreadContext, taskTable } from './tasks.ts';
import { answerWith, type ThreadAnswer } from './thread-answer.ts';

const context: ThreadContext = workerData;

/** What the pool calls for each task; never throws. */
export default (call: TaskCall): Promise<ThreadAnswer> => answerWith(perform(call));

async function perform(call: TaskCall): Promise<Outcome> {
  const { outside } = call;
  if (outside === undefined) return performTask(taskTable, call, withKeys([]));
  const { send, keys } = reachOutside(outside, namesOf(context));
  try {
    return await performTask(taskTable, call, { ...withKeys(keys), send });
  } finally {
    outside.close();
  }
}

function namesOf({ signer }: ThreadContext): readonly string[] {
  return signer.kind === 'remote' ? signer.keyNames : [];
}

function withKeys(keys: readonly RemoteKey[]): TaskContext {
  const { signer } = context;
  return { ...context, signer: signer.kind === 'remote' ? { ...signer, keys } : signer };
}
