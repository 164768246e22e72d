import type { Problem as ProblemOf } from '@countersign/identity';
import { SigningError, type SigningErrorCode } from './errors.ts';

export { invalid, problem } from '@countersign/identity';

export type Problem = ProblemOf<SigningErrorCode>;

/** Throws the code of the first, with the paths of all in `details`. */
export function refuseProblems(problems: readonly Problem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  throw refusal(first, problems);
}

export function refusal(
  first: Problem,
  all: readonly Problem[] = [first],
  options: { readonly cause?: unknown } = {},
): SigningError {
  return new SigningError(first.code, first.params, { ...options, details: all });
}

/** Indexes. */
export function findRepeated(values: readonly string[]): readonly number[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    if (seen.has(value)) return [index];
    seen.add(value);
    return [];
  });
}
