import type { MessagePort } from 'node:worker_threads';
import type { RemoteDescription } from './signer-source.ts';

export interface TaskCall {
  readonly task: string;
  readonly args: unknown;
  /** host-channel.ts; transferred. */
  readonly channel?: MessagePort;
  readonly signer?: RemoteDescription;
}

export type Transferable = ArrayBuffer | MessagePort;
