import { type DestinationStream, destination, type Logger, pino } from 'pino';

/** To standard error; standard output is for people. */
export function createLogger(level: string, to: DestinationStream = standardError()): Logger {
  return pino(
    {
      level,
      base: { service: 'countersign' },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers.authorization', 'err.config', 'token', 'apiKey'],
    },
    to,
  );
}

function standardError(): DestinationStream {
  return destination({ fd: 2, sync: false });
}
