import { type ErrorParams, SigningError, type SigningErrorCode } from './errors.ts';

/** One thing wrong with one member of a request. Rules return all they find; the use-case refuses with all of them. */
export interface Problem {
  readonly code: SigningErrorCode;
  /** Dotted, array positions as numbers: `signeeDetails.0.signatureBox.page`. Empty for the request as a whole. */
  readonly path: string;
  readonly params: ErrorParams;
}

/** The most problems that one refusal lists; nobody corrects more at a time. */
export const MAX_PROBLEMS = 100;

/** `params` gets the path as `member`, so that every sentence can name it. */
export function problem(code: SigningErrorCode, path: string, params: ErrorParams = {}): Problem {
  return { code, path, params: { member: path, ...params } };
}

/** What `invalid_request` can mean for a member; i18n has a sentence for each. */
export const INVALID_RULES = [
  'required',
  'text',
  'boolean',
  'list',
  'object',
  'text_or_list',
  'length',
  'count',
  'range',
  'whole_number',
  'choice',
  'characters',
  'email',
  'phone',
  'uuid',
  'url',
  'timestamp',
  'future',
  'base64',
  'repeated',
  'not_in_account',
  'consent',
  'size',
  'either',
  'invalid',
] as const;

export type InvalidRule = (typeof INVALID_RULES)[number];

/** `min` and `max`, or `allowed` (a list in words), where the rule has them. */
export function invalid(path: string, rule: InvalidRule, params: ErrorParams = {}): Problem {
  return problem('invalid_request', path, { rule, ...params });
}

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
  return new SigningError(first.code, first.params, { ...options, details: all.slice(0, MAX_PROBLEMS) });
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
