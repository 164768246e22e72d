/** For all nodes. A count survives a rollback. */
export interface AttemptCounter {
  /** A window starts with its first count. */
  count(
    key: string,
    windowMs: number,
  ): Promise<{
    readonly count: number;
    /** Milliseconds until the window ends. */
    readonly remainingMs: number;
  }>;
}
