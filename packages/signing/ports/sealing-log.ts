/** Of a document that everybody has signed. */
export interface UnsealedFacts {
  readonly documentId: string;
  readonly since: Date;
  readonly reason: string;
  readonly nextAttemptAt: Date;
}

/** For the operator. */
export interface SealingLog {
  /** After every attempt that failed. */
  failed(facts: UnsealedFacts, error: unknown): void;
  /** After 15 minutes, and then once a day [D12-02]. */
  delayed(facts: UnsealedFacts): void;
}
