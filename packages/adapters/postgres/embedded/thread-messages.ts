/** What travels between the service and the thread of the embedded database: plain data only. */
export interface ThreadRequest {
  readonly id: number;
  /** `query` takes one statement with parameters; `script` takes many without. */
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

/** An Error loses its members on the way between threads, so they travel by name. */
export interface ThreadFault {
  readonly message: string;
  /** SQLSTATE where PostgreSQL spoke, e.g. 23505. */
  readonly code?: string;
  readonly detail?: string;
  readonly constraint?: string;
  readonly table?: string;
}
