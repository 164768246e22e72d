/** Whether a request failed because its time was up. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'timed_out';
}

/** Whether nothing was sent because the server failed some minutes ago. */
export function isFailedLately(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'failed_lately';
}

/** What failed, as a sentence. `fetch` tells in the cause why it failed. */
export function describeNetworkError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
