import { z } from 'zod';

/** A member as JSON Schema describes it. */
export type MemberSchema = Exclude<z.core.JSONSchema._JSONSchema, boolean>;

const known = new WeakMap<z.ZodType, readonly MemberSchema[]>();

/** The alternatives of a schema; one if it is not a union. */
export function describeValue(schema: z.ZodType): readonly MemberSchema[] {
  const found = known.get(schema) ?? alternativesOf(inlineNamed(z.toJSONSchema(schema, { io: 'input' })));
  known.set(schema, found);
  return found;
}

/** Schemas that have a name in OpenAPI are references here. */
function inlineNamed({ $defs = {}, ...schema }: z.core.JSONSchema.BaseSchema): MemberSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    const name = /^#\/\$defs\/(.+)$/.exec(value?.$ref ?? '')?.[1];
    if (name === undefined) return value;
    const { $ref: _, ...others } = value;
    return { ...inlineNamed({ $defs, ...$defs[name] }), ...others };
  });
}

/** The alternatives for the value at a path; none if no alternative has such a member. */
export function describeMember(schema: z.ZodType, path: readonly PropertyKey[]): readonly MemberSchema[] {
  return path.reduce<readonly MemberSchema[]>(
    (found, step) => (typeof step === 'number' ? elementsOf(found) : memberOf(found, String(step))),
    describeValue(schema),
  );
}

/** The alternatives for a member of an object, or for a value of a map. */
export function memberOf(objects: readonly MemberSchema[], name: string): readonly MemberSchema[] {
  return objects.flatMap(({ properties = {}, additionalProperties }) =>
    alternativesOf(Object.hasOwn(properties, name) ? properties[name] : additionalProperties),
  );
}

/** The alternatives for the elements of a list. */
export function elementsOf(lists: readonly MemberSchema[]): readonly MemberSchema[] {
  return lists.flatMap(({ items }) => (Array.isArray(items) ? [] : alternativesOf(items)));
}

function alternativesOf(schema: z.core.JSONSchema._JSONSchema | undefined): readonly MemberSchema[] {
  if (schema === undefined || typeof schema === 'boolean') return [];
  const alternatives = schema.anyOf ?? schema.oneOf;
  return alternatives === undefined ? [schema] : alternatives.flatMap(alternativesOf);
}
