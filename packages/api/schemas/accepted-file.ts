import type { AcceptedFile, Warning } from '@countersign/signing';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { presentWarnings, warnings } from './warning.ts';

/** [2.1-01] */
export const acceptedFile = z.object({
  fileId: z.string(),
  warnings: warnings.meta({
    description:
      'What the file lost, got or hides. Among them: active_content_removed (scripts, data in other files and the like), fields_redrawn (fields whose appearance did not show their value), annotations_drawn (annotations without an appearance, which got one) and file_repaired.',
  }),
});

/** Removals are listed in the log and the audit trail. */
export function presentAcceptedFile(
  { fileId, removals, warnings: found }: AcceptedFile,
  others: readonly Warning[],
  log: FastifyBaseLogger,
): z.output<typeof acceptedFile> {
  log.info({ fileId, removals }, 'file accepted');
  return { fileId, ...presentWarnings([...found, ...others]) };
}
