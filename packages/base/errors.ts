/** A retry may succeed after a `passing` error only. */
export type Permanence = 'final' | 'passing';

type ErrorGroup<Code extends string> = Readonly<Record<Code, Permanence>>;

export function errorGroup<const Code extends string>(
  permanence: Permanence,
  codes: readonly Code[],
): ErrorGroup<Code> {
  return Object.fromEntries(codes.map((code) => [code, permanence])) as ErrorGroup<Code>;
}

export function codesOf<Code extends string>(group: ErrorGroup<Code>): readonly Code[] {
  return Object.keys(group) as Code[];
}

/** The sentence of a code names these values. */
export type ErrorParams = Readonly<Record<string, string | number>>;

/** A fault of a request. Rules return all faults that they find. */
export interface Problem<Code extends string = string> {
  readonly code: Code;
  /**
   * The path of the member, such as `signeeDetails.0.signatureBox.page`; empty for the request as a whole.
   */
  readonly path: string;
  readonly params: ErrorParams;
}

/** One error names no more problems than this. */
export const MAX_PROBLEMS = 100;

/** Builds a problem whose `params` have the path as `member`. */
export function problem<const Code extends string>(
  code: Code,
  path: string,
  params: ErrorParams = {},
): Problem<Code> {
  return { code, path, params: { member: path, ...params } };
}

/** The rules that a member can break under the code `invalid_request`. */
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
  'organisation_number',
  'currency',
  'currency_not_taken',
  'multiple',
  'uuid',
  'url',
  'timestamp',
  'future',
  'base64',
  'repeated',
  'not_in_account',
  'unknown',
  'field_type',
  'form_fields',
  'consent',
  'size',
  'either',
  'guessable',
  'color',
  'redirect_uri',
  'redirect_url',
  'credentials_in_body',
  'invalid',
] as const;

export type InvalidRule = (typeof INVALID_RULES)[number];

/** Builds an `invalid_request`. `params` has `min` and `max`, or `allowed`, a list in words. */
export function invalid(
  path: string,
  rule: InvalidRule,
  params: ErrorParams = {},
): Problem<'invalid_request'> {
  return problem('invalid_request', path, { rule, ...params });
}

/**
 * A rule that refuses an operation. `code` is stable; `params` fill the sentence and hold no secrets;
 * `details` name members of the request.
 */
export class Refusal<Code extends string = string> extends Error {
  readonly code: Code;
  readonly params: ErrorParams;
  readonly details: readonly Problem<Code>[];

  constructor(
    code: Code,
    params: ErrorParams = {},
    options: { readonly cause?: unknown; readonly details?: readonly Problem<Code>[] } = {},
  ) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.params = params;
    this.details = options.details?.slice(0, MAX_PROBLEMS) ?? [];
  }
}
