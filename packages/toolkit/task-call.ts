import type { MessagePort } from 'node:worker_threads';
import type { RemoteDescription } from './signer-source.ts';

/** One task as it travels to a thread: plain data and transferred buffers. */
export interface TaskCall {
  readonly task: string;
  readonly args: unknown;
  /** The task's way to network and keys (outside-line.ts), transferred. */
  readonly outside?: MessagePort;
  /** Instead of the key that the thread was started with. */
  readonly signer?: RemoteDescription;
}

/** What can be handed over to a thread. */
export type Transferable = ArrayBuffer | MessagePort;
