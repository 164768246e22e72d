import type { Problem as ProblemOf } from '@countersign/identity';
import { SigningError, type SigningErrorCode } from './errors.ts';

export { invalid, problem } from '@countersign/identity';

export type Problem = ProblemOf<SigningErrorCode>;

/** Throws when there is any problem: the first one's code, every one's path in `details`. */
export function refuseProblems(problems: readonly Problem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  throw refusal(first, problems);
}

/** The error of one problem, for a `throw` where it was found. */
export function refusal(
  first: Problem,
  all: readonly Problem[] = [first],
  options: { readonly cause?: unknown } = {},
): SigningError {
  return new SigningError(first.code, first.params, { ...options, details: all });
}

/** Indexes of the values that occurred before. */
export function findRepeated(values: readonly string[]): readonly number[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    if (seen.has(value)) return [index];
    seen.add(value);
    return [];
  });
}
