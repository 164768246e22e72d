import type { PdfToolkit } from '@countersign/signing';
import type { Logger } from 'pino';

/** The same toolkit, telling the log of every server that failed, and of every seal below the wanted level. */
export function logSeals(toolkit: PdfToolkit, wantedLevel: string, logger: Logger): PdfToolkit {
  return {
    ...toolkit,
    complete: async (input, output, request, options) => {
      const report = await toolkit.complete(input, output, request, options);
      const { level, timestamp, failures } = report.seal;
      for (const failure of failures)
        logger.warn(failure, 'a server that was asked for the seal failed, the next was tried');
      if (level !== wantedLevel)
        logger.error({ sealLevel: level, wantedLevel }, 'sealed below the level of the settings');
      else logger.info({ sealLevel: level, timestamp }, 'sealed');
      return report;
    },
  };
}
