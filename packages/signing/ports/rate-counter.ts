/** Counters of rate limits, shared by all nodes. */
export interface RateCounter {
  /**
   * Adds one to `key`. A window starts with its first count and lasts `windowMs`. Simultaneous counts get different
   * numbers. `amount` -1 takes one back, for what was not done.
   */
  count(key: string, windowMs: number, amount?: 1 | -1): Promise<RateCount>;
  /** Removes windows that are over. Resolves with the number. */
  removeExpired(): Promise<number>;
}

export interface RateCount {
  /** 1 for the first of a window. */
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly remainingMs: number;
}
