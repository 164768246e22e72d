import { type ErrorParams, type InvalidRule, invalid, MAX_PROBLEMS } from '@countersign/base';
import { z } from 'zod';
import type { ErrorDetail } from './errors.ts';

export type MemberSchema = Exclude<z.core.JSONSchema._JSONSchema, boolean>;

const known = new WeakMap<z.ZodType, readonly MemberSchema[]>();

/** Returns one schema if it is not a union. */
export function describeValue(schema: z.ZodType): readonly MemberSchema[] {
  const found = known.get(schema) ?? alternativesOf(inlineNamed(z.toJSONSchema(schema, { io: 'input' })));
  known.set(schema, found);
  return found;
}

/** Those with a name in OpenAPI are references. */
function inlineNamed({ $defs = {}, ...schema }: z.core.JSONSchema.BaseSchema): MemberSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    const name = /^#\/\$defs\/(.+)$/.exec(value?.$ref ?? '')?.[1];
    if (name === undefined) return value;
    const { $ref: _, ...others } = value;
    return { ...inlineNamed({ $defs, ...$defs[name] }), ...others };
  });
}

/** None if no alternative has such a member. */
function describeMember(schema: z.ZodType, path: readonly PropertyKey[]): readonly MemberSchema[] {
  return path.reduce<readonly MemberSchema[]>(
    (found, step) => (typeof step === 'number' ? elementsOf(found) : memberOf(found, String(step))),
    describeValue(schema),
  );
}

/** Finds the schema of a member of an object, or of a value of a map. */
export function memberOf(objects: readonly MemberSchema[], name: string): readonly MemberSchema[] {
  return objects.flatMap(({ properties = {}, additionalProperties }) =>
    alternativesOf(Object.hasOwn(properties, name) ? properties[name] : additionalProperties),
  );
}

export function elementsOf(lists: readonly MemberSchema[]): readonly MemberSchema[] {
  return lists.flatMap(({ items }) => (Array.isArray(items) ? [] : alternativesOf(items)));
}

function alternativesOf(schema: z.core.JSONSchema._JSONSchema | undefined): readonly MemberSchema[] {
  if (schema === undefined || typeof schema === 'boolean') return [];
  const alternatives = schema.anyOf ?? schema.oneOf;
  return alternatives === undefined ? [schema] : alternatives.flatMap(alternativesOf);
}

type Issue = z.core.$ZodIssue;

/** Returns one `invalid_request` for each wrong member. It follows from the schema, so that it names the remedy. */
export function explainIssues(
  schema: z.ZodType,
  value: unknown,
  issues: readonly Issue[],
): readonly ErrorDetail[] {
  const problems = new Map<string, ErrorDetail>();
  for (const issue of issues) {
    if (problems.size >= MAX_PROBLEMS) break;
    for (const inner of innermostIssues(issue)) {
      const path = inner.path.join('.');
      if (!problems.has(path)) problems.set(path, explainIssue(schema, value, inner));
    }
  }
  return [...problems.values()];
}

/** Returns the issues of the alternative that has the value's type. */
function innermostIssues(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const inside = issue.errors.find(
    (issues) => issues.length > 0 && issues.every(({ path }) => path.length > 0),
  );
  if (inside === undefined) return [issue];
  return inside.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(innermostIssues);
}

function explainIssue(schema: z.ZodType, value: unknown, issue: Issue): ErrorDetail {
  const path = issue.path.join('.');
  const found = valueAt(value, issue.path);
  if (found === undefined) return invalid(path, 'required');
  if (issue.code === 'custom' && isBrokenRule(issue.params)) {
    return invalid(path, issue.params.rule, issue.params.ruleParams);
  }
  const alternatives = describeMember(schema, issue.path);
  const allowed = alternatives.flatMap(valuesOf);
  const isChoice = allowed.length > 0 && alternatives.every((one) => valuesOf(one).length > 0);
  if (isChoice) return invalid(path, 'choice', { allowed: [...new Set(allowed)].join(', ') });
  return invalid(path, ...ruleOf(alternatives, issue, found));
}

/** The `params` of a check's issue. */
export interface BrokenRule extends Record<string, unknown> {
  readonly rule: InvalidRule;
  readonly ruleParams: ErrorParams;
}

function isBrokenRule(params: Record<string, unknown> | undefined): params is BrokenRule {
  return params !== undefined && 'rule' in params && 'ruleParams' in params;
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
  if (others.length > 0)
    return isTextOrList([schema, ...others]) ? ['text_or_list'] : ruleOfMixed([schema, ...others]);
  if (schema.type === 'string') return typeof value === 'string' ? textRule(schema, issue) : typeRule(schema);
  if (schema.type === 'array' && Array.isArray(value)) {
    return ['count', bounds(schema.minItems, schema.maxItems)];
  }
  return typeRule(schema);
}

/** The rule of a value that may also be one of some words, such as the number of a page or `all`. */
function ruleOfMixed(alternatives: readonly MemberSchema[]): [InvalidRule, ErrorParams?] {
  const [open, ...others] = alternatives.filter((one) => valuesOf(one).length === 0);
  if (open === undefined || others.length > 0) return ['invalid'];
  const [rule, params] = typeRule(open);
  return [rule, { ...params, or: alternatives.flatMap(valuesOf).join(', ') }];
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

/** The formats of JSON Schema. */
const FORMATS: ReadonlyMap<string, InvalidRule> = new Map([
  ['base64', 'base64'],
  ['currency', 'currency'],
  ['date-time', 'timestamp'],
  ['idn-email', 'email'],
  ['phone', 'phone'],
  ['redirect-url', 'redirect_url'],
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

/** Leaves out the bounds of safe integers. */
function bounds(min: number | undefined, max: number | undefined): ErrorParams {
  return {
    ...(min === undefined || min === Number.MIN_SAFE_INTEGER ? {} : { min }),
    ...(max === undefined || max === Number.MAX_SAFE_INTEGER ? {} : { max }),
  };
}
