import type { MessagePort } from 'node:worker_threads';

/** One task as it travels to a thread: plain data and transferred buffers. */
export interface TaskCall {
  readonly task: string;
  readonly args: unknown;
  /** The task's way to network and keys (outside-line.ts), transferred. */
  readonly outside?: MessagePort;
}

/** What can be handed over to a thread. */
export type Transferable = ArrayBuffer | MessagePort;
