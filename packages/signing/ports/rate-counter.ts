/** Shared by all nodes. */
export interface RateCounter {
  /**
   * A window starts with its first count. Simultaneous counts get different numbers. `amount` -1 takes one
   * back.
   */
  count(key: string, windowMs: number, amount?: 1 | -1): Promise<RateCount>;
  /** Those that are over. Resolves with the number. */
  removeExpired(): Promise<number>;
}

export interface RateCount {
  /** 1 for the first of a window. */
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly remainingMs: number;
}
