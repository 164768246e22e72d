/** Plain data. */
export interface ThreadRequest {
  readonly id: number;
  /** `script`: many statements without parameters. */
  readonly kind: 'query' | 'script' | 'close';
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface ThreadResult {
  readonly rows: unknown[];
  readonly affectedRows: number;
}

export type ThreadReply =
  | { readonly id: number; readonly result: ThreadResult }
  | { readonly id: number; readonly fault: ThreadFault };

/** Errors lose members between threads. */
export interface ThreadFault {
  readonly message: string;
  /** SQLSTATE, e.g. 23505. */
  readonly code?: string;
  readonly detail?: string;
  readonly constraint?: string;
  readonly table?: string;
}
