/** Entry point of a PDF thread. */

import { workerData } from 'node:worker_threads';
import type { SignerSource } from '@countersign/toolkit';
import { type Outcome, performTask, type TaskContext, tasks } from '@countersign/toolkit/runner';
import { connectToHost } from './host-channel.ts';
import type { ThreadCall, ThreadContext } from './task-call.ts';
import { buildThreadAnswer, type ThreadAnswer } from './task-thread.ts';

const context: ThreadContext = workerData;

export default (call: ThreadCall): Promise<ThreadAnswer> => buildThreadAnswer(perform(call));

async function perform(call: ThreadCall): Promise<Outcome> {
  const { channel, signer } = call;
  if (channel === undefined) return performTask(tasks, call, contextOf());
  const { send, keys } = connectToHost(channel, signer?.keyNames ?? []);
  try {
    return await performTask(tasks, call, { ...contextOf(signer && { ...signer, keys }), send });
  } finally {
    channel.close();
  }
}

function contextOf(signer: SignerSource | undefined = context.signer): TaskContext {
  return { ...context, signer: signer ?? NONE };
}

/** A sealing task brings its own key; this one rejects. */
const NONE: SignerSource = {
  kind: 'changing',
  current: () => Promise.reject(new Error('a sealing task came without its key')),
};
