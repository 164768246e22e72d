import type { MessagePort } from 'node:worker_threads';
import type { RemoteDescription } from './signer-source.ts';

export interface TaskCall {
  readonly task: string;
  readonly args: unknown;
  /** Port to network and keys (outside-line.ts), transferred. */
  readonly outside?: MessagePort;
  readonly signer?: RemoteDescription;
}

export type Transferable = ArrayBuffer | MessagePort;
