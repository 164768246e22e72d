import type { Warning } from '@countersign/signing';
import { z } from 'zod';

/** Done as asked, and worth a look. */
export const warning = z.object({
  code: z.string(),
  path: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

/** Left out of an answer when there is nothing to warn of. */
export const warnings = z.array(warning).optional();

export function presentWarnings(found: readonly Warning[]): { warnings?: z.output<typeof warning>[] } {
  return found.length === 0 ? {} : { warnings: found.map(presentWarning) };
}

function presentWarning({ code, path, params }: Warning): z.output<typeof warning> {
  return { code, ...(path === undefined ? {} : { path }), ...(params === undefined ? {} : { params }) };
}
