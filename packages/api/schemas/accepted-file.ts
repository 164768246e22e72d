import type { AcceptedFile, Warning } from '@countersign/signing';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { presentWarnings, warnings } from './warning.ts';

/** [2.1-01] */
export const acceptedFile = z.object({ fileId: z.string(), warnings });

/** Removals are listed in the log and the audit trail. */
export function presentAcceptedFile(
  { fileId, removals, warnings: found }: AcceptedFile,
  others: readonly Warning[],
  log: FastifyBaseLogger,
): z.output<typeof acceptedFile> {
  log.info({ fileId, removals }, 'file accepted');
  return { fileId, ...presentWarnings([...found, ...others]) };
}
