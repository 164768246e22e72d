import type { Logger } from 'pino';

/** Warnings of Node and of our packages go to the log instead of standard error, where they would be no JSON. */
export function logWarnings(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logger.warn({ err: warning }, 'warning of the process'));
}
