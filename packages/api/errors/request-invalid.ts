import type { ErrorDetail, Language } from '@countersign/signing';
import { z } from 'zod';

const LOCALES = { en: z.locales.en(), sv: z.locales.sv(), es: z.locales.es() } as const;

/** A request whose shape is wrong. The words are chosen when it is answered, in the language asked for. */
export class RequestInvalid extends Error {
  readonly issues: readonly z.core.$ZodIssue[];

  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('the request does not fit its schema');
    this.name = 'RequestInvalid';
    this.issues = issues;
  }
}

/** Checks a value against a schema. Throws `RequestInvalid` with every issue. */
export function parseRequest<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  // reportInput keeps what was received in the issue: the sentence names its type.
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new RequestInvalid(result.error.issues);
}

/** One detail an issue, in words of `language`. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], language: Language): ErrorDetail[] {
  return issues.map((issue) => ({ path: issue.path.join('.'), message: describeIssue(issue, language) }));
}

function describeIssue(issue: z.core.$ZodIssue, language: Language): string {
  if (issue.code === 'custom') return issue.message;
  const words = LOCALES[language].localeError(issue as z.core.$ZodRawIssue);
  return typeof words === 'string' ? words : (words?.message ?? issue.message);
}
