import { errorMessage } from '@countersign/i18n';
import type { Language, Problem } from '@countersign/signing';
import { z } from 'zod';

/** What would keep a saved configuration from being sent now [D6-05]. */
export const problem = z.object({ path: z.string(), message: z.string(), errorCode: z.string() });

export function presentProblem(
  { path, code, params }: Problem,
  language: Language,
): z.output<typeof problem> {
  return { path, message: errorMessage(language, code, params), errorCode: code };
}

/** Read-only members; they may be sent back [D6-07]. */
export const putBack = z.unknown().optional().meta({ readOnly: true });
