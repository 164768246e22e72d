/** What the pool and the process that hosts its threads say to each other: plain data and bytes. */
import type { Outcome } from './outcome.ts';
import type { TaskCall } from './task-call.ts';
import type { ThreadSetOptions } from './thread-set.ts';

export type ToHost =
  /** The first message. */
  | { readonly kind: 'start'; readonly options: ThreadSetOptions }
  | {
      readonly kind: 'run';
      readonly id: number;
      readonly call: Omit<TaskCall, 'outside'>;
      /** The task reaches network and keys by messages of kind `outside`. */
      readonly hasOutside: boolean;
      readonly timeoutMs: number;
      readonly cpuMs: number | undefined;
    }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'outside'; readonly id: number; readonly message: unknown };

export type FromHost =
  /** The threads take tasks. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'ended'; readonly id: number; readonly outcome: Outcome }
  | { readonly kind: 'outside'; readonly id: number; readonly message: unknown };

/** Set in the environment of a process that was started to host threads. */
export const HOST_MARK = 'COUNTERSIGN_POOL_HOST';
