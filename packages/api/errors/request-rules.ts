import { type ErrorParams, type Problem, problem } from '@countersign/identity';

/** What `invalid_request` can mean for a whole request. */
export const REQUEST_RULES = [
  'body_missing',
  'body_object',
  'body_array',
  'body_size',
  'body_incomplete',
  'body_complexity',
  'json',
  'json_content_type',
  'form_content_type',
  'json_encoding',
  'multipart',
  'multipart_parts',
  'multipart_boundary',
  'content_encoding',
  'headers_size',
  'http',
  'address',
] as const;

export type RequestRule = (typeof REQUEST_RULES)[number];

/** Like `invalid`, for the request instead of a member. */
export function invalidRequest(rule: RequestRule, params: ErrorParams = {}): Problem<'invalid_request'> {
  return problem('invalid_request', '', { rule, ...params });
}
