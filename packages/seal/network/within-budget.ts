import { type SendRequest, TimedOut } from './send-request.ts';

/**
 * The same way out, but all requests together may take `budgetMs`: what hangs first leaves less for the rest, and
 * sealing ends in time to be told of it.
 */
export function sendWithinBudget(send: SendRequest, budgetMs: number): SendRequest {
  const end = performance.now() + budgetMs;
  return async (request) => {
    const left = Math.floor(end - performance.now());
    if (left <= 0) throw new TimedOut(`All requests of this seal took ${budgetMs} ms together`);
    return send({ ...request, timeoutMs: Math.min(request.timeoutMs, left) });
  };
}
