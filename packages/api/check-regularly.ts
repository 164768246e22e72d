import type { FastifyInstance } from 'fastify';
import type { TransferLimits } from './deps.ts';

/** Connections are closed at most this part of the idle limit late. */
const CHECKS_PER_LIMIT = 4;
const MAX_CHECK_MS = 1_000;
const MS_PER_SECOND = 1_000;

export function allowedMs(bytes: number, { bodyIdleMs, minBytesPerSecond }: TransferLimits): number {
  return bodyIdleMs + (bytes / minBytesPerSecond) * MS_PER_SECOND;
}

export function isBelowRate(bytes: number, ms: number, { minBytesPerSecond }: TransferLimits): boolean {
  return bytes < (ms / MS_PER_SECOND) * minBytesPerSecond;
}

/** Calls `check` with the milliseconds since the last call, until the server closes. */
export function checkRegularly(
  app: FastifyInstance,
  { bodyIdleMs }: TransferLimits,
  check: (elapsedMs: number) => void,
): void {
  const checkMs = Math.min(MAX_CHECK_MS, Math.ceil(bodyIdleMs / CHECKS_PER_LIMIT));
  let lastCheck = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    // The client is not responsible for pauses of the process.
    const elapsed = Math.min(now - lastCheck, 2 * checkMs);
    lastCheck = now;
    check(elapsed);
  }, checkMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
