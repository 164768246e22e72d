export function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'timed_out';
}

export function isRecentlyFailed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'failed_lately';
}

/** `fetch` gives the reason in the cause. */
export function describeNetworkError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
