/** Counts what is limited, over all nodes. */
export interface RateCounter {
  /**
   * Counts one more under `key`. A window begins with its first count and lasts `windowMs`. Of counts at the same moment each
   * gets a number of its own.
   */
  count(key: string, windowMs: number): Promise<RateCount>;
  /** Forgets windows that are over. Resolves with how many. */
  removeExpired(): Promise<number>;
}

export interface RateCount {
  /** 1 for the first of a window. */
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly remainingMs: number;
}
