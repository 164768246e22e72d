/** Values for the sentence of a code. */
export type ErrorParams = Readonly<Record<string, string | number>>;

/** A problem of one member. Rules return all they find, and the operation throws all. */
export interface Problem<Code extends string = string> {
  readonly code: Code;
  /** Dotted, array positions as numbers: `signeeDetails.0.signatureBox.page`. Empty for the request as a whole. */
  readonly path: string;
  readonly params: ErrorParams;
}

/** Problems listed in one error. */
export const MAX_PROBLEMS = 100;

/** `params` gets the path as `member`, for the sentence. */
export function problem<const Code extends string>(
  code: Code,
  path: string,
  params: ErrorParams = {},
): Problem<Code> {
  return { code, path, params: { member: path, ...params } };
}

/** What `invalid_request` can mean for a member; i18n has the sentences. */
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
  'consent',
  'size',
  'either',
  'guessable',
  'color',
  'redirect_uri',
  'credentials_in_body',
  'invalid',
] as const;

export type InvalidRule = (typeof INVALID_RULES)[number];

/** `min` and `max`, or `allowed` (a list in words), where the rule has them. */
export function invalid(
  path: string,
  rule: InvalidRule,
  params: ErrorParams = {},
): Problem<'invalid_request'> {
  return problem('invalid_request', path, { rule, ...params });
}
