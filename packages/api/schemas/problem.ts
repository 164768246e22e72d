import { errorMessage } from '@countersign/i18n';
import type { Language, Problem } from '@countersign/signing';
import { z } from 'zod';

/** [D6-05] */
export const problem = z.object({ path: z.string(), message: z.string(), errorCode: z.string() });

export function presentProblem(
  { path, code, params }: Problem,
  language: Language,
): z.output<typeof problem> {
  return { path, message: errorMessage(language, code, params), errorCode: code };
}

/** Read-only members may be sent back [D6-07]. */
export const putBack = z.unknown().optional().meta({ readOnly: true });
