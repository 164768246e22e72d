import type { Problem } from '../refusals/problem.ts';
import { checkLength } from '../text/text-rules.ts';

/** NIST SP 800-63B section 5.1.1.2: at least 8 characters; the upper bound keeps hashing cheap. */
const PASSWORD_LENGTH = { min: 8, max: 256 };

export function checkPassword(path: string, password: string): readonly Problem<'invalid_request'>[] {
  return checkLength(path, password, PASSWORD_LENGTH);
}
