/** Counts attempts to sign in, for all nodes. Outside transactions: a count survives a rollback. */
export interface AttemptCounter {
  /** Adds one to `key`; a window starts with its first count and lasts `windowMs`. */
  count(
    key: string,
    windowMs: number,
  ): Promise<{
    /** 1 for the first of a window. */
    readonly count: number;
    /** Milliseconds until the window ends. */
    readonly remainingMs: number;
  }>;
}
