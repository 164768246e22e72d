/** Entry point of a PDF thread: looks the task up, runs it, wraps the outcome. */
import { workerData } from 'node:worker_threads';
import type { Outcome } from './outcome.ts';
import { reachOutside } from './outside-line.ts';
import type { SignerSource } from './signer-source.ts';
import { performTask, type TaskCall, type TaskContext, type ThreadContext, taskTable } from './tasks.ts';
import { answerWith, type ThreadAnswer } from './thread-answer.ts';

const context: ThreadContext = workerData;

/** Called by the pool for each task; never throws. */
export default (call: TaskCall): Promise<ThreadAnswer> => answerWith(perform(call));

async function perform(call: TaskCall): Promise<Outcome> {
  const { outside, signer } = call;
  if (outside === undefined) return performTask(taskTable, call, contextOf());
  const { send, keys } = reachOutside(outside, signer?.keyNames ?? []);
  try {
    return await performTask(taskTable, call, { ...contextOf(signer && { ...signer, keys }), send });
  } finally {
    outside.close();
  }
}

function contextOf(signer: SignerSource | undefined = context.signer): TaskContext {
  return { ...context, signer: signer ?? NONE };
}

/** If the thread has no key, a sealing task brings its own; this one rejects. */
const NONE: SignerSource = {
  kind: 'changing',
  current: () => Promise.reject(new Error('a task that seals came without its key')),
};
