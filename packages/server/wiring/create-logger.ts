import { destination, type Logger, pino } from 'pino';

/** One JSON line an event, on standard error: standard output is for people. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: { service: 'countersign' },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers.authorization', 'err.config', 'token', 'apiKey'],
    },
    destination({ fd: 2, sync: false }),
  );
}
