import { type SendRequest, TimedOut } from './send-request.ts';

/** Leaves time for reporting failures. */
export function sendWithinBudget(send: SendRequest, budgetMs: number): SendRequest {
  const end = performance.now() + budgetMs;
  return async (request) => {
    const left = Math.floor(end - performance.now());
    if (left <= 0) throw new TimedOut(`All requests of this seal took ${budgetMs} ms together`);
    return send({ ...request, timeoutMs: Math.min(request.timeoutMs, left) });
  };
}
