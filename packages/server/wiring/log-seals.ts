import type { PdfToolkit } from '@countersign/signing';
import type { Logger } from 'pino';

/** Failed servers, and seals below the configured level. */
export function logSeals(toolkit: PdfToolkit, wantedLevel: string, logger: Logger): PdfToolkit {
  return {
    ...toolkit,
    complete: async (input, output, request, options) => {
      const report = await toolkit.complete(input, output, request, options);
      const { level, timestamp, failures } = report.seal;
      for (const failure of failures)
        logger.warn(failure, 'a server needed for the seal failed, trying the next one');
      if (level !== wantedLevel)
        logger.error({ sealLevel: level, wantedLevel }, 'sealed below the configured level');
      else logger.info({ sealLevel: level, timestamp }, 'sealed');
      return report;
    },
  };
}
