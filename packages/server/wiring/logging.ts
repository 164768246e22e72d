import type { ReadinessWarning } from '@countersign/api';
import { currentOrigin } from '@countersign/base';
import type { Database, PdfToolkit, SealingLog } from '@countersign/signing';
import { type DestinationStream, destination, type Logger, pino } from 'pino';

/** The log goes to standard error, because standard output is for people. */
export function createLogger(level: string, to: DestinationStream = standardError()): Logger {
  return pino(
    {
      level,
      base: { service: 'countersign' },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: describeJob,
      redact: ['req.headers.authorization', 'err.config', 'token', 'apiKey'],
    },
    to,
  );
}

/** Lines of a job name it, and the document and the request that it is for. Requests have their id already. */
function describeJob(): object {
  const { job, requestId } = currentOrigin();
  if (job === undefined) return {};
  return { job: job.name, documentId: job.documentId, requestId };
}

function standardError(): DestinationStream {
  return destination({ fd: 2, sync: false });
}

/** Logs failed servers, and seals below the configured level. */
export function logSeals(
  toolkit: PdfToolkit,
  wantedLevel: string,
  logger: Logger,
  onSealed: (level: string) => void = () => undefined,
): PdfToolkit {
  return {
    ...toolkit,
    complete: async (...args) => {
      const report = await toolkit.complete(...args);
      const { level, timestamp, failures } = report.seal;
      onSealed(level);
      for (const failure of failures)
        logger.warn(failure, 'a server needed for the seal failed, trying the next one');
      if (level !== wantedLevel)
        logger.error({ sealLevel: level, wantedLevel }, 'sealed below the configured level');
      else logger.info({ sealLevel: level, timestamp }, 'sealed');
      return report;
    },
  };
}

/**
 * Warnings of Node and of our packages go to the log, because as text they would break its JSON on standard error.
 */
export function logWarnings(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logger.warn({ err: warning }, 'warning of the process'));
}

/** Sealing that is delayed needs an operator; until then it may end by itself. */
export function createSealingLog(logger: Logger): SealingLog {
  return {
    failed: (facts, error) => logger.warn({ err: error, ...facts }, 'sealing failed, will be tried again'),
    delayed: (facts) =>
      logger.error(
        { code: 'sealing_delayed', ...facts },
        'a signed document cannot be sealed; npm run admin -- documents reseal tries within a minute',
      ),
  };
}

/** [D12-02] Returns only the reasons, since readiness is public. The log names the documents. */
export async function listSealingDelays(
  documents: Pick<Database['read']['documents'], 'listSealingReasons'>,
): Promise<readonly ReadinessWarning[]> {
  const reasons = await documents.listSealingReasons();
  if (reasons.length === 0) return [];
  const message = `Signed documents wait to be sealed (${reasons.join(', ')}); the log names them`;
  return [{ code: 'sealing_delayed', message }];
}
