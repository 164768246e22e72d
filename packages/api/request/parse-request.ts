import { explainIssues, refuseProblems } from '@countersign/signing';
import type { z } from 'zod';
import { invalidRequest } from '../errors/request-rules.ts';

/** Validates a value. Throws `invalid_request` with a problem per member. */
export function parseRequest<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { issues } = result.error;
  if (issues.some(({ path }) => path.length === 0)) {
    refuseProblems([invalidRequest(value === undefined ? 'body_missing' : 'body_object')]);
  }
  refuseProblems(explainIssues(schema, value, issues));
  throw result.error;
}
