import { type ErrorParams, SigningError, type SigningErrorCode } from './errors.ts';

/** One thing wrong with one member of a request. Rules return all they find; the use-case refuses with all of them. */
export interface Problem {
  readonly code: SigningErrorCode;
  /** Dotted, array positions as numbers: `signeeDetails.0.signatureBox.page`. */
  readonly path: string;
  readonly params: ErrorParams;
}

/** `params` gets the path as `member`, so that every sentence can name it. */
export function problem(code: SigningErrorCode, path: string, params: ErrorParams = {}): Problem {
  return { code, path, params: { member: path, ...params } };
}

/** What `invalid_request` can mean for a member; i18n has a sentence for each. */
export type InvalidRule =
  | 'required'
  | 'length'
  | 'count'
  | 'range'
  | 'whole_number'
  | 'choice'
  | 'characters'
  | 'email'
  | 'phone'
  | 'repeated'
  | 'not_in_account'
  | 'consent'
  | 'size';

/** `min` and `max`, or `allowed` (a list in words), where the rule has them. */
export function invalid(path: string, rule: InvalidRule, params: ErrorParams = {}): Problem {
  return problem('invalid_request', path, { rule, ...params });
}

/** Throws when there is any problem: the first one's code, every one's place in `details`. */
export function refuseProblems(problems: readonly Problem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  throw refusal(first, problems);
}

/** The error of one problem, for a `throw` at the place that found it. */
export function refusal(
  first: Problem,
  all: readonly Problem[] = [first],
  options: { readonly cause?: unknown } = {},
): SigningError {
  const details = all.map(({ path, code, params }) => ({
    path,
    code,
    params,
    message: describe(code, params),
  }));
  return new SigningError(first.code, first.params, { ...options, details });
}

function describe(code: SigningErrorCode, params: ErrorParams): string {
  return 'rule' in params ? `${code}: ${params.rule}` : code;
}
