import { explainIssues, refuseProblems } from '@countersign/signing';
import { z } from 'zod';
import { invalidRequest, type RequestRule } from '../errors/request-rules.ts';

/** A missing body counts as an empty object. Throws `invalid_request` with a problem per member. */
export function parseRequest<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const empty = value === undefined ? schema.safeParse({}) : result;
  if (empty.success) return empty.data;
  const { issues } = result.error;
  if (issues.some(({ path }) => path.length === 0)) {
    refuseProblems([invalidRequest(value === undefined ? 'body_missing' : shapeOf(schema))]);
  }
  refuseProblems(explainIssues(schema, value, issues));
  throw result.error;
}

function shapeOf(schema: z.ZodType): RequestRule {
  return schema instanceof z.ZodArray ? 'body_array' : 'body_object';
}
