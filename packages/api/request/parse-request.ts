import {
  type ErrorParams,
  type InvalidRule,
  invalid,
  MAX_PROBLEMS,
  type Problem,
  refuseProblems,
} from '@countersign/signing';
import type { z } from 'zod';
import { invalidRequest } from '../errors/request-rules.ts';
import { describeMember, type MemberSchema } from './member-schema.ts';

type Issue = z.core.$ZodIssue;

/** Checks a value against a schema. Throws `invalid_request` with a problem for each wrong member. */
export function parseRequest<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = new Map<string, Problem>();
  for (const issue of result.error.issues) {
    if (problems.size >= MAX_PROBLEMS) break;
    for (const inner of innermostIssues(issue)) {
      const path = inner.path.join('.');
      if (!problems.has(path)) problems.set(path, explainIssue(schema, value, inner));
    }
  }
  refuseProblems([...problems.values()]);
  throw result.error;
}

/** If the value has the type of one alternative of a union, what is wrong is inside the value. */
function innermostIssues(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const inside = issue.errors.find(
    (issues) => issues.length > 0 && issues.every(({ path }) => path.length > 0),
  );
  if (inside === undefined) return [issue];
  return inside.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(innermostIssues);
}

/** The sentence follows from what the schema says of the member, so that it names the remedy whatever was wrong. */
function explainIssue(schema: z.ZodType, value: unknown, issue: Issue): Problem {
  const path = issue.path.join('.');
  if (path === '') return invalidRequest(value === undefined ? 'body_missing' : 'body_object');
  const found = valueAt(value, issue.path);
  if (found === undefined) return invalid(path, 'required');
  const alternatives = describeMember(schema, issue.path);
  const allowed = alternatives.flatMap(valuesOf);
  const isChoice = allowed.length > 0 && alternatives.every((one) => valuesOf(one).length > 0);
  if (isChoice) return invalid(path, 'choice', { allowed: [...new Set(allowed)].join(', ') });
  return invalid(path, ...ruleOf(alternatives, issue, found));
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (found, step) =>
      typeof found === 'object' && found !== null ? (found as Record<PropertyKey, unknown>)[step] : undefined,
    value,
  );
}

function valuesOf({ const: only, enum: several = [] }: MemberSchema): readonly unknown[] {
  return only === undefined ? several : [only];
}

function ruleOf(
  [schema, ...others]: readonly MemberSchema[],
  issue: Issue,
  value: unknown,
): [InvalidRule, ErrorParams?] {
  if (schema === undefined || issue.code === 'custom') return ['invalid'];
  if (others.length > 0) return [isTextOrList([schema, ...others]) ? 'text_or_list' : 'invalid'];
  if (schema.type === 'string') return typeof value === 'string' ? textRule(schema, issue) : typeRule(schema);
  if (schema.type === 'array' && Array.isArray(value)) {
    return ['count', bounds(schema.minItems, schema.maxItems)];
  }
  return typeRule(schema);
}

function isTextOrList(alternatives: readonly MemberSchema[]): boolean {
  return alternatives.every(({ type }) => type === 'string' || type === 'array');
}

function textRule(schema: MemberSchema, { code }: Issue): [InvalidRule, ErrorParams?] {
  if (code === 'too_small' || code === 'too_big') {
    return ['length', bounds(schema.minLength, schema.maxLength)];
  }
  return [FORMATS.get(schema.format ?? '') ?? 'invalid'];
}

/** Formats of JSON Schema that the schemas of requests use. */
const FORMATS: ReadonlyMap<string, InvalidRule> = new Map([
  ['base64', 'base64'],
  ['date-time', 'timestamp'],
  ['idn-email', 'email'],
  ['phone', 'phone'],
  ['uri', 'url'],
  ['uuid', 'uuid'],
]);

function typeRule({ type, format, minimum, maximum }: MemberSchema): [InvalidRule, ErrorParams?] {
  switch (type) {
    case 'string':
      return [FORMATS.get(format ?? '') ?? 'text'];
    case 'boolean':
      return ['boolean'];
    case 'array':
      return ['list'];
    case 'object':
      return ['object'];
    case 'number':
      return ['range', bounds(minimum, maximum)];
    case 'integer':
      return ['whole_number', bounds(minimum, maximum)];
    default:
      return ['invalid'];
  }
}

/** Bounds worth telling: those of every safe integer are not. */
function bounds(min: number | undefined, max: number | undefined): ErrorParams {
  return {
    ...(min === undefined || min === Number.MIN_SAFE_INTEGER ? {} : { min }),
    ...(max === undefined || max === Number.MAX_SAFE_INTEGER ? {} : { max }),
  };
}
