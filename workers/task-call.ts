/** What crosses to a thread: plain data, transferred bytes and ports. */

import threads, { type MessagePort } from 'node:worker_threads';
import type { RemoteSignerOptions, SignatureAlgorithm } from '@countersign/seal';
import type { KeySource } from '@countersign/toolkit';
import type { TaskCall, TaskContext } from '@countersign/toolkit/runner';

export interface ThreadCall extends TaskCall {
  /** The port leads to network and keys (host-channel.ts). It is transferred. */
  readonly channel?: MessagePort | undefined;
  readonly signer?: RemoteDescription | undefined;
}

export type Transferable = ArrayBuffer | MessagePort;

/** The `workerData` of a thread. Keys and network are reached by a channel. */
export interface ThreadContext extends Omit<TaskContext, 'signer' | 'send'> {
  /** It is undefined if each sealing task brings its own. */
  readonly signer: KeySource | undefined;
}

/** A remote key, without the functions that call it. */
interface RemoteDescription {
  readonly kind: 'remote';
  readonly certificateChain: readonly Uint8Array[];
  readonly algorithm?: SignatureAlgorithm | undefined;
  readonly keyNames: readonly string[];
}

export function describeForThread({
  certificateChain,
  algorithm,
  keys,
}: RemoteSignerOptions): RemoteDescription {
  const keyNames = keys.map(({ name }) => name);
  return { kind: 'remote', certificateChain, algorithm, keyNames };
}

/**
 * Returns the buffers of the arguments that may be transferred: bytes that are an argument of their own, or in a list. A
 * slice, or Node's shared pool, is copied instead.
 */
export function transferableBuffers(args: object): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const value of Object.values(args).flat()) {
    if (value instanceof ArrayBuffer && !isKept(value)) buffers.add(value);
    else if (value instanceof Uint8Array && isWhole(value)) buffers.add(value.buffer as ArrayBuffer);
  }
  return [...buffers];
}

function isWhole({ buffer, byteLength }: Uint8Array): boolean {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !isKept(buffer);
}

/** Since Node 21 transferring a marked buffer throws; older releases copy it. */
function isKept(buffer: ArrayBuffer): boolean {
  return threads.isMarkedAsUntransferable?.(buffer) ?? false;
}
