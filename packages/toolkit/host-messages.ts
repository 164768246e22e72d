/** Plain data and bytes. */
import type { Outcome } from './outcome.ts';
import type { TaskCall } from './task-call.ts';
import type { ThreadSetOptions } from './thread-set.ts';

export type ToHost =
  | { readonly kind: 'start'; readonly options: ThreadSetOptions }
  | {
      readonly kind: 'run';
      readonly id: number;
      readonly call: Omit<TaskCall, 'channel'>;
      /** To network and keys, by messages of kind `channel`. */
      readonly hasChannel: boolean;
      readonly timeoutMs: number;
      readonly cpuMs: number | undefined;
    }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'channel'; readonly id: number; readonly message: unknown };

export type FromHost =
  | { readonly kind: 'ready' }
  | { readonly kind: 'ended'; readonly id: number; readonly outcome: Outcome }
  | { readonly kind: 'channel'; readonly id: number; readonly message: unknown };

/** Of host processes. */
export const HOST_MARK = 'COUNTERSIGN_POOL_HOST';
